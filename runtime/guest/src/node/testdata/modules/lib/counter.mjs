export const x = 1; export default function foo() {}
export let n = 0; export function inc() { n++; }
console.log('m evaluated');
