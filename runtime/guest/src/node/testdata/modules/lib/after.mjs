console.log("after")
