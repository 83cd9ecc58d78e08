import x from "./lib/data.json"
