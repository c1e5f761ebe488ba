package server

import (
	"container/list"
	"sync"
)

// pageCache keeps drawn pages of snippets, the most used ones, up to a size.
// Snippets don't change, so an entry is right for as long as its snippet is
// there; whether it is there is asked of the store each time.
type pageCache struct {
	mu    sync.Mutex
	size  int
	limit int
	order *list.List
	byKey map[string]*list.Element
}

type cached struct {
	key  string
	body []byte
}

func newPageCache(limit int) *pageCache {
	return &pageCache{limit: limit, order: list.New(), byKey: map[string]*list.Element{}}
}

func (c *pageCache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).body
}

func (c *pageCache) put(key string, body []byte) {
	if len(body) > c.limit/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[key] != nil {
		return
	}
	c.byKey[key] = c.order.PushFront(&cached{key, body})
	c.size += len(body)
	for c.size > c.limit {
		last := c.order.Back()
		old := c.order.Remove(last).(*cached)
		delete(c.byKey, old.key)
		c.size -= len(old.body)
	}
}
