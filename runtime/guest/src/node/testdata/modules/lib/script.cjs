exports.y = 5; console.log("cjs")
