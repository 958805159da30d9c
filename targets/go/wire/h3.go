package wire

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const (
	// Longer than any session: a connection that the target closed would make the next exchange a cold one.
	quicIdle = 30 * time.Minute
	// A browser gives up a QUIC connection that was silent for 30 s.
	quicKeepAlive = 15 * time.Second
	// closeAfter GOAWAY, and the last of what was under way, if the client has not closed.
	closeAfter = 4 * time.Second
	// goAwayLeaves within this; what has not by then leaves beside the answer.
	goAwayLeaves = 5 * time.Millisecond
)

// QUICConfig of everything over QUIC here: no connection ends for having waited, and none begins with 0-RTT.
func QUICConfig() *quic.Config {
	return &quic.Config{MaxIdleTimeout: quicIdle, KeepAlivePeriod: quicKeepAlive}
}

// h3Server answers requests over HTTP/3. The library can say goodbye to all connections of a server alone; so each has a
// server of its own.
type h3Server struct {
	handler http.Handler
	// ctx ends with the target.
	ctx   context.Context
	close context.CancelFunc
}

func newH3Server(handler http.Handler) *h3Server {
	ctx, end := context.WithCancel(context.Background())
	return &h3Server{handler, ctx, end}
}

func (s *h3Server) serve(packets net.PacketConn, config *tls.Config) error {
	listener, err := quic.ListenEarly(packets, http3.ConfigureTLSConfig(config), QUICConfig())
	if err != nil {
		return err
	}
	context.AfterFunc(s.ctx, func() { listener.Close() })
	for {
		conn, err := listener.Accept(s.ctx)
		if err != nil {
			return err
		}
		go s.serveConn(conn)
	}
}

func (s *h3Server) serveConn(conn *quic.Conn) {
	c := &h3Conn{conn: conn}
	c.server = &http3.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c.underWay.Add(1)
			defer c.underWay.Done()
			s.handler.ServeHTTP(w, r)
		}),
		ConnContext: func(ctx context.Context, _ *quic.Conn) context.Context {
			return context.WithValue(ctx, h3Key{}, c)
		},
	}
	stop := context.AfterFunc(s.ctx, func() { conn.CloseWithError(quic.ApplicationErrorCode(http3.ErrCodeNoError), "") })
	defer stop()
	// What goes wrong with one connection is the client's to tell.
	c.server.ServeQUICConn(conn)
}

// h3Conn is one connection, and what it takes to end it.
type h3Conn struct {
	conn     *quic.Conn
	server   *http3.Server
	underWay sync.WaitGroup
	once     sync.Once
	// sentBefore GOAWAY, in packets.
	sentBefore uint64
}

type h3Key struct{}

// PrepareGoAway is for requests that will end their connection, as early as can be: over HTTP/3 another goroutine of the
// library sends GOAWAY, on a stream of its own, and should not come after the answer.
func PrepareGoAway(r *http.Request) {
	if conn, ok := r.Context().Value(h3Key{}).(*h3Conn); ok {
		conn.beginGoAway()
	}
}

// beginGoAway lets go on what is under way, and closes a while later what the client has not closed.
func (c *h3Conn) beginGoAway() {
	c.once.Do(func() {
		c.sentBefore = c.conn.ConnectionStats().PacketsSent
		ctx, end := context.WithCancel(context.Background())
		go c.server.Shutdown(ctx)
		go func() {
			c.underWay.Wait()
			select {
			case <-time.After(closeAfter):
			case <-c.conn.Context().Done():
			}
			end()
		}()
	})
}

// goAway tells the client that its next request needs another connection, and returns when a packet has left since. Streams
// of QUIC are independent of each other: a loss can still hold GOAWAY back behind the answer.
func (c *h3Conn) goAway() {
	c.beginGoAway()
	// Nothing tells when a frame leaves, and it takes some microseconds.
	for late := time.Now().Add(goAwayLeaves); c.conn.ConnectionStats().PacketsSent == c.sentBefore && time.Now().Before(late); {
		runtime.Gosched()
	}
}
