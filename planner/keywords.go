package planner

import "rowkind/planner/internal/parse"

// Keywords are all words that Flink's grammar gives a meaning, sorted: what an
// editor colours.
func Keywords() []string { return parse.Keywords() }

// ReservedWord says whether a word must be quoted to be a name.
func ReservedWord(word string) bool { return parse.Reserved(word) }
