package physical

// Monotonicity is how the values of each column of a node change within a key: nil for a node that sends deletes
// (RelModifiedMonotonicity).
type Monotonicity []Mono

// Mono is how one column changes.
type Mono uint8

// The ways in which a column changes.
const (
	NotMonotonic Mono = iota
	Constant
	Increasing
	Decreasing
)
