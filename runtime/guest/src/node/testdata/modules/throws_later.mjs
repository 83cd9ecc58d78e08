await 1; throw new TypeError("later")
