package physical

import "math/big"

// filteredInterval gives the bounds known of a column's values, nil for none (FlinkRelMdFilteredColumnInterval).
func (k *Keys) filteredInterval(n *Node, col, filter int) (low, high *big.Int) { return nil, nil }
