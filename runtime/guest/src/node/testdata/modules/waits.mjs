import { value } from './lib/slow.mjs';
import './lib/after.mjs';
console.log('main', value);
export {};
