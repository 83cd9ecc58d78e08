package target_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// A workflow, played on the emulator, and what was not as expected. With steps that run commands it needs
// guests: Run.Status is then StatusUnsupported where they are missing.
func ExampleLocal() {
	w, err := workflow.Parse("lost.yaml", []byte(`
id: lost
steps:
- write_file: {path: notes.txt, content: kept}
- restart: {}
- read_file: {path: notes.txt}
expect:
- ok: true
- {}
- content: kept
`))
	if err != nil {
		log.Fatal(err)
	}
	base, err := profile.Load("default")
	if err != nil {
		log.Fatal(err)
	}
	doc, err := w.Resolve(base) // with the workflow's own profile section
	if err != nil {
		log.Fatal(err)
	}
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	local := engine.Local()
	run, err := local.Play(context.Background(), target.Plan{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(1)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Status)
	for i := range run.Outcomes {
		for _, m := range workflow.Check(&w.Expect[i], &run.Outcomes[i]) {
			fmt.Printf("step %d, %s: expected %s, got %s\n", i, m.Field, m.Expected, m.Got)
		}
	}
	// Output:
	// played
	// step 2, content: expected "kept", got ENOENT
}
