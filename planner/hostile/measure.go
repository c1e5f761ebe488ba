package hostile

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"
)

// Cost is what a call takes: processor time, in all and after its deadline, and how much the heap grew at most. Processor
// time says the same on a busy machine.
type Cost struct {
	Total, After time.Duration
	Peak         uint64
}

// Measure runs f, whose work is to end at the deadline. Nothing else should run in the process.
func Measure(deadline time.Duration, f func()) (c Cost) {
	runtime.GC()
	before, start := heap(), processorTime()
	var late atomic.Int64
	stop, peak := make(chan struct{}), make(chan uint64)
	go watch(stop, peak)
	timer := time.AfterFunc(deadline, func() { late.Store(int64(processorTime())) })
	f()
	end := processorTime()
	timer.Stop()
	close(stop)
	c.Peak = <-peak
	c.Peak -= min(before, c.Peak)
	c.Total = end - start
	if at := late.Load(); at != 0 {
		c.After = end - time.Duration(at)
	}
	return c
}

// watch looks at the heap every millisecond until it is stopped, and gives the largest.
func watch(stop chan struct{}, peak chan uint64) {
	var most uint64
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			most = max(most, heap())
		case <-stop:
			peak <- max(most, heap())
			return
		}
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// heap is what lives and what is not swept yet.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
