const x = 1;
  throw 'just text';
