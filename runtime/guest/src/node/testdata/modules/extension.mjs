import "./lib/t.txt"
