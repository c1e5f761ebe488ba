package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// A request waits no longer than callTime for a connection that is not given back.
func TestCallTime(t *testing.T) {
	defer func(d time.Duration) { callTime = d }(callTime)
	callTime = 50 * time.Millisecond
	s, ctx := open(t, filepath.Join(t.TempDir(), "a.db")), t.Context()
	id, token, err := s.Save(ctx, content("SELECT 1"), "v1", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	held, err := s.write.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Save(ctx, content("SELECT 2"), "v1", []byte("{}")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a share gives %v", err)
	}
	if err := s.Delete(ctx, id, token); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deletion gives %v", err)
	}
	if _, err := s.Get(ctx, id); err != nil {
		t.Errorf("reading goes on: %v", err)
	}
	held.Close()
	if _, _, err := s.Save(ctx, content("SELECT 2"), "v1", []byte("{}")); err != nil {
		t.Errorf("with the connection back: %v", err)
	}
}
