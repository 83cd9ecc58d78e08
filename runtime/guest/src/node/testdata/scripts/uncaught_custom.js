class HttpError extends Error { constructor(s, m) { super(m); this.status = s; this.name = this.constructor.name; } }
setTimeout(() => { throw new HttpError(404, 'not here'); }, 1);
