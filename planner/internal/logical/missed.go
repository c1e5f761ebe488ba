package logical

// Missed is the condition for which the planner passed over a cheaper operator than the one that it made.
type Missed struct {
	Kind MissedKind
	// Columns name the columns that the condition is about.
	Columns []string
}

// MissedKind is the kind of a Missed.
type MissedKind uint8

// What was missed. The first is nothing: no cheaper operator was within reach.
const (
	MissedNothing          MissedKind = iota
	MissedIntervalBound               // the times of a join are bounded on one side only
	MissedIntervalTime                // a time that a join compares is no time attribute
	MissedIntervalKinds               // a join compares event time with processing time
	MissedIntervalConstant            // the distance of the times of a join is no constant
	MissedIntervalNegation            // IN, EXISTS and their negations are no interval joins
	MissedWindowStart                 // the start of the window is not among the grouping columns
	MissedWindowEnd                   // nor its end
	MissedWindowSession               // sessions are cut by other columns than the grouping columns
	MissedWindowProctime              // a window by processing time is not right below
)
