import { a, getA } from './circle1.mjs'; export const b = 'b'; export function getB() { return b; } try { console.log(a) } catch (e) { console.log(e.name, e.message) } console.log(typeof getA);
setTimeout(() => console.log(a, getA()));
