import "./lib/circle1.mjs"
