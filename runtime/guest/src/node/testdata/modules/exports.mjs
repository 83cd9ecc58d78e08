import * as p from "./lib/kinds.mjs"; console.log(p, p.default.name); import cls from "./lib/kinds.mjs"; console.log(new cls(), [...p.gen()], await p.af());
