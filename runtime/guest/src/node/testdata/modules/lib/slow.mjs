console.log("slow begins"); await new Promise((r) => setTimeout(r, 5)); export const value = 7; console.log("slow ends");
