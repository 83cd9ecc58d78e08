package kernel

// sockets are the session's network: what is bound where.
type sockets struct{}

// Resolver is the network beyond loopback.
type Resolver interface{}
