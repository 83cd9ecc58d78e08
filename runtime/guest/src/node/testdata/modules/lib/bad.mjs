export const = 3
