import { b, getB } from './circle2.mjs'; export let a = 'a'; export function getA() { return a; } console.log('r1', b, getB());
