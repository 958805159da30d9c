package wire

import (
	"context"

	"encoding/binary"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	frameHeadBytes = 9
	// goAwayBytes of payload: the last stream and the error code.
	goAwayBytes = 8
	goAwayType  = 7
	// lastStreamOfAll lets go on what is under way (RFC 9113, 6.8); net/http names the last stream it has seen, at which
	// WebKit gives up its request.
	lastStreamOfAll = 1<<31 - 1
	goAwayWithin    = time.Second
)

// goAwayConn is the connection below HTTP/2, which must not know of the TLS in it (it would want to do that itself). It
// watches for GOAWAY going out, and names the last stream of all in it.
type goAwayConn struct {
	net.Conn
	// head is what has passed of a frame's head, skip how much of its payload has still to pass.
	head []byte
	skip int
	// held is the beginning of a GOAWAY's payload that did not come wholly.
	held []byte
	sent chan struct{}
	once sync.Once
}

func newGoAwayConn(conn net.Conn) *goAwayConn {
	// The client's preface has no counterpart: frames begin with the first byte.
	return &goAwayConn{Conn: conn, sent: make(chan struct{})}
}

// Write is called by one goroutine at a time, with frames or pieces of them.
func (c *goAwayConn) Write(p []byte) (int, error) {
	given := len(p)
	if len(c.held) > 0 {
		p = append(c.held, p...)
		c.held = nil
	}
	for at := 0; at < len(p); {
		if c.skip > 0 {
			step := min(c.skip, len(p)-at)
			c.skip -= step
			at += step
			continue
		}
		if len(c.head) < frameHeadBytes {
			step := min(frameHeadBytes-len(c.head), len(p)-at)
			c.head = append(c.head, p[at:at+step]...)
			at += step
			continue
		}
		if c.head[3] == goAwayType {
			if len(p)-at < goAwayBytes {
				c.held = append(c.held, p[at:]...)
				p = p[:at]
				break
			}
			if binary.BigEndian.Uint32(p[at+4:]) == 0 {
				p = append([]byte(nil), p...)
				binary.BigEndian.PutUint32(p[at:], lastStreamOfAll)
				defer c.once.Do(func() { close(c.sent) })
			}
		}
		c.skip = int(c.head[0])<<16 | int(c.head[1])<<8 | int(c.head[2])
		c.head = c.head[:0]
	}
	if _, err := c.Conn.Write(p); err != nil {
		return 0, err
	}
	return given, nil
}

type goAwayKey struct{}

func withGoAway(ctx context.Context, conn *goAwayConn) context.Context {
	return context.WithValue(ctx, goAwayKey{}, conn)
}

// AwaitGoAway returns when the client has been told that its next request needs another connection, which must come
// before the end of the answer. HTTP/1.1 has said so in its head.
func AwaitGoAway(r *http.Request) {
	if conn, ok := r.Context().Value(h3Key{}).(*h3Conn); ok {
		conn.goAway()
		return
	}
	conn, ok := r.Context().Value(goAwayKey{}).(*goAwayConn)
	if !ok {
		return
	}
	select {
	case <-conn.sent:
	case <-r.Context().Done():
	case <-time.After(goAwayWithin):
	}
}

// IsOverTLS also where net/http does not know of the TLS below. QUIC has no records of TLS.
func IsOverTLS(r *http.Request) bool {
	_, ok := r.Context().Value(goAwayKey{}).(*goAwayConn)
	return ok || (r.TLS != nil && r.ProtoMajor < 3)
}
