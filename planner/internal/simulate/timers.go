package simulate

// timers are what waits for event time, in the order in which Flink's heap gives them back: by time, and those of one time as
// the heap has them (HeapPriorityQueue).
type timers[K comparable] struct {
	heap  []timerOf[K] // from 1
	known map[timerOf[K]]bool
}

type timerOf[K comparable] struct {
	at  int64
	key K
}

// add registers a timer, once.
func (t *timers[K]) add(at int64, key K) {
	x := timerOf[K]{at, key}
	if t.known[x] {
		return
	}
	if t.known == nil {
		t.known = map[timerOf[K]]bool{}
		t.heap = make([]timerOf[K], 1)
	}
	t.known[x] = true
	t.heap = append(t.heap, x)
	t.up(len(t.heap) - 1)
}

func (t *timers[K]) up(i int) {
	x := t.heap[i]
	for parent := i >> 1; parent > 0 && x.at < t.heap[parent].at; parent >>= 1 {
		t.heap[i] = t.heap[parent]
		i = parent
	}
	t.heap[i] = x
}

func (t *timers[K]) down(i int) {
	x := t.heap[i]
	for {
		child := i << 1
		if child+1 < len(t.heap) && t.heap[child+1].at < t.heap[child].at {
			child++
		}
		if child >= len(t.heap) || t.heap[child].at >= x.at {
			break
		}
		t.heap[i] = t.heap[child]
		i = child
	}
	t.heap[i] = x
}

// next takes the first timer that is due at wm.
func (t *timers[K]) next(wm int64) (at int64, key K, ok bool) {
	if len(t.heap) < 2 || t.heap[1].at > wm {
		return 0, key, false
	}
	x := t.heap[1]
	t.remove(1)
	return x.at, x.key, true
}

// drop removes a timer, if it is there.
func (t *timers[K]) drop(at int64, key K) {
	x := timerOf[K]{at, key}
	if !t.known[x] {
		return
	}
	for i := 1; i < len(t.heap); i++ {
		if t.heap[i] == x {
			t.remove(i)
			return
		}
	}
}

func (t *timers[K]) remove(i int) {
	delete(t.known, t.heap[i])
	n := len(t.heap) - 1
	last := t.heap[n]
	t.heap = t.heap[:n]
	if i == n {
		return
	}
	t.heap[i] = last
	t.down(i)
	if t.heap[i] == last {
		t.up(i)
	}
}
