import {b} from "./lib/counter.mjs"
