package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"strings"
	"time"
)

// request is what is sent to the n-th service, but for the host.
type request struct {
	method, path, body string
	header             []string // names and values in turn
}

// client has one connection to each service, as net/http's would, without its goroutines and maps: what it takes of
// the processors the services lack.
type client struct {
	hosts []string
	conns []*conn
}

type conn struct {
	net.Conn
	in  *bufio.Reader
	out []byte
}

func newClient(bases []string) *client {
	c := &client{conns: make([]*conn, len(bases))}
	for _, b := range bases {
		c.hosts = append(c.hosts, strings.TrimPrefix(b, "http://"))
	}
	return c
}

// ask sends a request to the n-th service and reads the whole answer.
func (c *client) ask(n int64, r request) (status int, err error) {
	at := n % int64(len(c.conns))
	if c.conns[at] == nil {
		nc, err := net.Dial("tcp", c.hosts[at])
		if err != nil {
			return 0, err
		}
		c.conns[at] = &conn{Conn: nc, in: bufio.NewReaderSize(nc, 64<<10)}
	}
	status, err = c.conns[at].ask(c.hosts[at], r)
	if err != nil {
		c.conns[at].Close()
		c.conns[at] = nil
	}
	return status, err
}

func (c *client) close() {
	for _, k := range c.conns {
		if k != nil {
			k.Close()
		}
	}
}

func (c *conn) ask(host string, r request) (int, error) {
	out := fmt.Appendf(c.out[:0], "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: loadtest\r\n", r.method, r.path, host)
	for i := 0; i+1 < len(r.header); i += 2 {
		out = fmt.Appendf(out, "%s: %s\r\n", r.header[i], r.header[i+1])
	}
	if r.method == "POST" {
		out = fmt.Appendf(out, "Content-Length: %d\r\n", len(r.body))
	}
	c.out = append(append(out, "\r\n"...), r.body...)
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return 0, err
	}
	if _, err := c.Write(c.out); err != nil {
		return 0, err
	}
	return c.read()
}

// read takes one answer from the connection: its status, its headers, its body.
func (c *conn) read() (status int, err error) {
	line, err := c.line()
	if err != nil {
		return 0, err
	}
	if len(line) < 12 {
		return 0, errors.New("not HTTP")
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	length, chunked := 0, false
	for {
		line, err := c.line()
		if err != nil {
			return 0, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch string(name) {
		case "Content-Length":
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, err
			}
		case "Transfer-Encoding":
			chunked = true
		}
	}
	if chunked {
		if _, err := io.Copy(io.Discard, httputil.NewChunkedReader(c.in)); err != nil {
			return 0, err
		}
		_, err = c.line()
		return status, err
	}
	_, err = c.in.Discard(length)
	return status, err
}

func (c *conn) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}
