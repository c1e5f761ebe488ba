// Package editor holds the sources of the editor's bundle and the test that it
// was built from them. To build it: npm ci && npm run build, in this folder.
package editor
