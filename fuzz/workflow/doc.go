// Package workflow is the format of workflows: what an agent does against a sandbox, step by
// step, and what each step should give. See docs/WORKFLOWS.md.
package workflow
