// Package triage turns a failure into a finding: it tells which layer and which primitive broke
// the workflow, and what that means to a user. Attribution is causal: the workflow is played
// again with one primitive relaxed, or one fault off, at a time. The primitive whose relaxation
// makes it pass is the cause, if that holds over several schedules.
package triage
