process.on("unhandledRejection", (e) => console.log("UR", e.message)); throw new Error("q")
