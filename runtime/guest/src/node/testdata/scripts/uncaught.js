function inner() {
  throw new Error('it broke');
}
console.log('before');
inner();
