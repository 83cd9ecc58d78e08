// Package runtime is the machine: WebAssembly guests on an emulated kernel with an emulated file
// system. An [Engine] holds what all machines of a host process share: compiled guests and
// instances that wait to be used. A [Machine] is one sandbox session.
//
// A caller opens one engine (target.OpenEngine of fuzz/target does so over the guests of this host;
// [NewEngine] takes any source of them), makes a machine for each sandbox from a profile and a seed with
// [New], and drives it by a session of runtime/session:
//
//	engine, err := target.OpenEngine(store.Options{})
//	doc, err := profile.Load("default")
//	m, err := runtime.New(runtime.Config{Engine: engine.Engine, Profile: doc.Profile, Seed: det.NewSeed(1)})
//	s := session.New(m, m.Profile())
//	r := s.Do(&session.Request{Op: session.OpRun, Cmd: "ls -l"})
//
// Equal seed, profile, requests and guests give equal answers, equal virtual times and an equal digest
// ([Machine.Finish]), on any number of machines side by side.
//
// Three things are not the sandbox's doing. [Machine.Unsupported] names what the run asked for and the
// emulator lacks, a guest that is missing among it, also where a program caught the error.
// [Machine.Aborted] says that the host ended the run. An error of this package is about the host or the
// configuration; what happens inside a sandbox is in the session's responses.
package runtime
