package server

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
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

// cachedPage is a body with what is sent along with it.
type cachedPage struct {
	key, kind, etag string
	body            []byte

	pack   sync.Once
	packed []byte // nil where it does not pay
}

func newPageCache(limit int) *pageCache {
	return &pageCache{limit: limit, order: list.New(), byKey: map[string]*list.Element{}}
}

func newPage(key, kind string, body []byte) *cachedPage {
	sum := sha256.Sum256(body)
	return &cachedPage{key: key, kind: kind, body: body, etag: `W/"` + hex.EncodeToString(sum[:12]) + `"`}
}

// cost counts a body and what it may be packed to.
func (p *cachedPage) cost() int { return len(p.key) + 2*len(p.body) + 200 }

// gzipped is the body packed, once for all who ask.
func (p *cachedPage) gzipped() []byte {
	p.pack.Do(func() {
		if len(p.body) < 1000 || strings.HasPrefix(p.kind, "image/png") {
			return
		}
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		w.Write(p.body)
		if w.Close() == nil && buf.Len() < len(p.body) {
			p.packed = bytes.Clone(buf.Bytes())
		}
	})
	return p.packed
}

func (c *pageCache) get(key string) *cachedPage {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedPage)
}

func (c *pageCache) put(p *cachedPage) {
	if p.cost() > c.limit/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[p.key] != nil {
		return
	}
	c.byKey[p.key] = c.order.PushFront(p)
	c.size += p.cost()
	for c.size > c.limit {
		old := c.order.Remove(c.order.Back()).(*cachedPage)
		delete(c.byKey, old.key)
		c.size -= old.cost()
	}
}

// serveCached answers with the page of a key, which draw makes where it is not at hand.
func (s *Server) serveCached(w http.ResponseWriter, r *http.Request, key, kind string, draw func() ([]byte, error)) error {
	p := s.pages.get(key)
	if p == nil {
		body, err := draw()
		if err != nil {
			return err
		}
		p = newPage(key, kind, body)
		s.pages.put(p)
	}
	return servePage(w, r, p)
}

func servePage(w http.ResponseWriter, r *http.Request, p *cachedPage) error {
	h := w.Header()
	h.Set("ETag", p.etag)
	h.Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", p.kind)
	body := p.body
	if acceptsGzip(r) {
		if packed := p.gzipped(); packed != nil {
			h.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}

func acceptsGzip(r *http.Request) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "gzip" {
			q, weighed := strings.CutPrefix(strings.TrimSpace(weight), "q=")
			return !weighed || strings.Trim(q, "0.") != ""
		}
	}
	return false
}

// buffers are what answers are written into.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// withBuffer lends f a buffer.
func withBuffer(f func(*bytes.Buffer) error) error {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer func() {
		if buf.Cap() < 1<<20 {
			buffers.Put(buf)
		}
	}()
	return f(buf)
}
