export default class {}
export const arrow = () => 1, { a, b: [c] } = { a: 1, b: [2] };
export { arrow as "string name", c as default2 };
export * from './counter.mjs'; export * as m from './m.mjs';
export async function af() { return await 1; } export function* gen() { yield 1; }
class Q { static x = /import "x" from/; } // import y from 'z'
const t = `import ${`export ${1}`} from`;
export { Q, t };
/* export const nope = 1 */
