import "./lib"
