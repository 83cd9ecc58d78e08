// Package report renders what a campaign gave: for people, for programs, and for a CI.
package report
