Promise.reject('plain');
