console.log('never');
let a = ;
