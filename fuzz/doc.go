// Package fuzz runs campaigns: it generates workflows over the ten domains, plays them on a
// target under a profile, judges what they gave, and turns what broke into findings with a
// verdict and a cause. A campaign is a function of its seed: the order in which workers finish
// shows nowhere.
//
// [Run] takes a [Config]: the profile to test and the profile `unrestricted`, under which the twin of each
// failing workflow is played; a target, on which all is played; a count and a seed. It returns a
// [Summary]:
//
//   - Clusters are the findings, folded by verdict, layer, primitive, rule, errno and shape of the step
//     that failed: a defect breaks the sandbox's contract, a trap breaks a legitimate workflow without
//     saying why, what is expected is a clean denial that names its reason;
//   - Bugs fail under `unrestricted` too: they are the emulator's own;
//   - Unsupported is what the emulator lacks, Aborted what the host's guard ended. Neither is a finding.
//
// With a store of fuzz/findings the findings are kept with all that fuzz/replay needs to play them again.
package fuzz
