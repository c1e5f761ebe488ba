package store

import (
	"context"
	"sync"
	"time"
)

// lookups answers whether snippets can be read, many with one question to the
// database: who asks while a question is under way is answered by the next one,
// with all the others who have asked since. So nobody waits for company, and an
// answer is never older than who asked for it.
type lookups struct {
	// ask tells of each id that is there whether it was deleted.
	ask  func(ctx context.Context, ids []string) (map[string]bool, error)
	mu   sync.Mutex
	next *round // asked next; nil where nobody waits
	busy bool   // a question is under way
}

// round is one question and its answer.
type round struct {
	ids     []string
	done    chan struct{}
	deleted map[string]bool
	err     error
}

// lookupTime is how long a question may take; those who wait for it have their own time too.
const lookupTime = 5 * time.Second

func (l *lookups) alive(ctx context.Context, id string) error {
	r := l.join(id)
	select {
	case <-r.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if r.err != nil {
		return r.err
	}
	switch deleted, there := r.deleted[id]; {
	case !there:
		return ErrNotFound
	case deleted:
		return ErrDeleted
	}
	return nil
}

// join adds an id to the next question, which is asked at once where none is under way.
func (l *lookups) join(id string) *round {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil {
		l.next = &round{done: make(chan struct{})}
	}
	r := l.next
	r.ids = append(r.ids, id)
	if !l.busy {
		l.busy = true
		go l.run()
	}
	return r
}

// run asks until nobody waits.
func (l *lookups) run() {
	for r := l.take(); r != nil; r = l.take() {
		ctx, cancel := context.WithTimeout(context.Background(), lookupTime)
		r.deleted, r.err = l.ask(ctx, r.ids)
		cancel()
		close(r.done)
	}
}

// take closes the next round to those who come later.
func (l *lookups) take() *round {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.next
	l.next, l.busy = nil, r != nil
	return r
}
