import "./nofile.mjs"
