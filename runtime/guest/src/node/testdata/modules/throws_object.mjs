throw {a:1}
