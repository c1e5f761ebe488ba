package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// table answers questions when it is let, and keeps what was asked.
type table struct {
	let   chan error
	mu    sync.Mutex
	has   map[string]bool
	asked [][]string
}

func (tb *table) ask(ctx context.Context, ids []string) (map[string]bool, error) {
	tb.mu.Lock()
	tb.asked = append(tb.asked, slices.Clone(ids))
	tb.mu.Unlock()
	select {
	case err := <-tb.let:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	out := map[string]bool{}
	for _, id := range ids {
		if deleted, there := tb.has[id]; there {
			out[id] = deleted
		}
	}
	return out, nil
}

// Who comes while a question is under way is in the next one, and only there.
func TestLookupsGather(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := &table{let: make(chan error), has: map[string]bool{"here": false, "gone": true}}
		l := &lookups{ask: tb.ask}
		got := make([]error, 28)
		ask := func(i int, id string) { go func() { got[i] = l.alive(t.Context(), id) }() }
		ask(0, "here")
		synctest.Wait()
		for i, id := range []string{"gone", "never", "here"} {
			for k := range 9 {
				ask(1+9*i+k, id)
			}
		}
		synctest.Wait()
		if len(tb.asked) != 1 {
			t.Fatalf("%d questions at a time", len(tb.asked))
		}
		tb.let <- nil
		synctest.Wait()
		tb.let <- nil
		synctest.Wait()
		if len(tb.asked) != 2 || len(tb.asked[1]) != 27 {
			t.Fatalf("asked %v", tb.asked)
		}
		for i, want := range []error{ErrDeleted, ErrNotFound, nil} {
			for k := range 9 {
				if at := 1 + 9*i + k; got[at] != want {
					t.Errorf("%d: %v", at, got[at])
				}
			}
		}
		if got[0] != nil || l.busy || l.next != nil {
			t.Errorf("%v, busy %v", got[0], l.busy)
		}
	})
}

// What is deleted while a question is under way is deleted for who asks then.
func TestLookupsAreFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := &table{let: make(chan error), has: map[string]bool{"here": false}}
		l := &lookups{ask: func(ctx context.Context, ids []string) (map[string]bool, error) {
			out := map[string]bool{"here": tb.has["here"]} // as it is when the question arrives
			_, err := tb.ask(ctx, ids)
			return out, err
		}}
		var before, after error
		go func() { before = l.alive(t.Context(), "here") }()
		synctest.Wait()
		tb.has["here"] = true
		go func() { after = l.alive(t.Context(), "here") }()
		synctest.Wait()
		tb.let <- nil
		tb.let <- nil
		synctest.Wait()
		if before != nil || after != ErrDeleted {
			t.Errorf("%v, then %v", before, after)
		}
	})
}

// A question that fails fails for who waits for it; the next one is asked anew. Who goes away leaves the others.
func TestLookupsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := &table{let: make(chan error), has: map[string]bool{"here": false}}
		l := &lookups{ask: tb.ask}
		broken := errors.New("broken")
		var first, left, stayed error
		ctx, cancel := context.WithCancel(t.Context())
		go func() { first = l.alive(t.Context(), "here") }()
		synctest.Wait()
		go func() { left = l.alive(ctx, "here") }()
		go func() { stayed = l.alive(t.Context(), "here") }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !errors.Is(left, context.Canceled) {
			t.Errorf("who left has %v", left)
		}
		tb.let <- broken
		tb.let <- nil
		synctest.Wait()
		if first != broken || stayed != nil {
			t.Errorf("%v, %v", first, stayed)
		}
		// One that never comes back ends by itself.
		if err := l.alive(context.Background(), "here"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %s: %v", lookupTime, err)
		}
	})
}

func TestLookupsInParallel(t *testing.T) {
	tb := &table{has: map[string]bool{}}
	l := &lookups{ask: func(_ context.Context, ids []string) (map[string]bool, error) {
		out := map[string]bool{}
		for _, id := range ids {
			if deleted, there := tb.has[id]; there {
				out[id] = deleted
			}
		}
		return out, nil
	}}
	for i := range 100 {
		tb.has[fmt.Sprint(i)] = i%2 == 1
	}
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for i := range 2000 {
				n := (i*7 + w) % 150
				want := error(nil)
				if n >= 100 {
					want = ErrNotFound
				} else if n%2 == 1 {
					want = ErrDeleted
				}
				if err := l.alive(context.Background(), fmt.Sprint(n)); err != want {
					t.Errorf("%d: %v", n, err)
				}
			}
		})
	}
	wg.Wait()
}
