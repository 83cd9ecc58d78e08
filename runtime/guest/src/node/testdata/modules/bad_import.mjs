import "./lib/bad.mjs"
