package server

import (
	"net"

	"golang.org/x/net/netutil"
)

// LimitConnections lets so many clients in at a time; the others wait. 0 is no limit.
func LimitConnections(ln net.Listener, n int) net.Listener {
	if n <= 0 {
		return ln
	}
	return netutil.LimitListener(ln, n)
}
