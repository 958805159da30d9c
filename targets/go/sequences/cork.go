package sequences

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

const (
	// corkBytes are kept at most.
	corkBytes = 16_384
	// Of control frames (RFC 6455, 5.5), which the library writes apart: they are never kept.
	controlBit   = 0x08
	controlBytes = 2 + 125
)

// cork is a connection that keeps what is written while it holds, until flush. The WebSocket library sends every message
// by itself; with it several that are due leave together, as over the other transports.
type cork struct {
	net.Conn
	// in tells how much has come that nobody has read yet.
	in    *bufio.Reader
	holds atomic.Bool
	mutex sync.Mutex
	kept  []byte
}

func (c *cork) Write(p []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	// Pieces of a long message may look like a control frame: then they leave sooner.
	isControl := len(p) > 0 && len(p) <= controlBytes && p[0]&controlBit != 0
	if len(c.kept)+len(p) > corkBytes {
		if err := c.leave(); err != nil {
			return 0, err
		}
	}
	if len(p) > corkBytes {
		return c.Conn.Write(p)
	}
	c.kept = append(c.kept, p...)
	if c.holds.Load() && !isControl {
		return len(p), nil
	}
	return len(p), c.leave()
}

// flush sends what is kept.
func (c *cork) flush() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.leave()
}

func (c *cork) leave() error {
	if len(c.kept) == 0 {
		return nil
	}
	_, err := c.Conn.Write(c.kept)
	c.kept = c.kept[:0]
	return err
}

// corkingWriter puts a cork into the connection that whoever hijacks it gets.
type corkingWriter struct {
	http.ResponseWriter
	cork *cork
}

func (w corkingWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.cork.Conn, w.cork.in = conn, rw.Reader
	rw.Writer.Reset(w.cork)
	return w.cork, rw, nil
}
