// Package browser holds the tests of the site in a real browser. They carry the
// build tag browser; the repository's test command runs them.
package browser
