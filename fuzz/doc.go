// Package fuzz runs campaigns: it generates workflows over the ten domains, plays them on a
// target under a profile, judges what they gave, and turns what broke into findings with a
// verdict and a cause. A campaign is a function of its seed: the order in which workers finish
// shows nowhere.
package fuzz
