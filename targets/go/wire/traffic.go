package wire

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync/atomic"

	"golang.org/x/net/ipv4"
)

// Traffic counts what passes the sockets of this process: HTTP, framing and TLS included, TCP's and IP's own bytes not. Of
// QUIC it counts the payload of UDP: packet headers, acknowledgements and repeats included.
type Traffic struct {
	Received, Sent atomic.Int64
}

type countingListener struct {
	net.Listener
	traffic *Traffic
}

func (l countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &Conn{Conn: conn, traffic: l.traffic}, nil
}

// Conn is a connection whose bytes are counted, TLS included.
type Conn struct {
	net.Conn
	traffic *Traffic
	// own bytes of this connection, and what it had read when its last answer was given.
	own          Traffic
	readAnswered atomic.Int64
}

func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.traffic.Received.Add(int64(n))
	c.own.Received.Add(int64(n))
	return n, err
}

// Write counts before it writes: whoever gets the bytes may ask for the count at once.
func (c *Conn) Write(p []byte) (int, error) {
	c.traffic.Sent.Add(int64(len(p)))
	c.own.Sent.Add(int64(len(p)))
	n, err := c.Conn.Write(p)
	c.traffic.Sent.Add(int64(n - len(p)))
	c.own.Sent.Add(int64(n - len(p)))
	return n, err
}

// Answered is to be called when a request was served: what is read from now on is another one.
func (c *Conn) Answered() { c.readAnswered.Store(c.own.Received.Load()) }

// SentBytes of this connection so far.
func (c *Conn) SentBytes() int64 { return c.own.Sent.Load() }

// OfThisRequest are the bytes read since then.
func (c *Conn) OfThisRequest() int64 { return c.own.Received.Load() - c.readAnswered.Load() }

type connKey struct{}

// withConn lets requests of HTTP/1.1 know their connection. Over the others requests run side by side, so it would tell
// nothing.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return context.WithValue(ctx, connKey{}, conn)
}

// ConnOf is nil where the connection is not the request's alone.
func ConnOf(r *http.Request) *Conn {
	conn, _ := r.Context().Value(connKey{}).(*Conn)
	return conn
}

// countingPackets is a UDP socket as quic-go uses it: it reads in batches and writes with control messages (which is how
// one write holds many datagrams). It would go past a wrapper without these methods.
type countingPackets struct {
	*net.UDPConn
	batches *ipv4.PacketConn
	traffic *Traffic
}

func newCountingPackets(conn *net.UDPConn, traffic *Traffic) *countingPackets {
	return &countingPackets{conn, ipv4.NewPacketConn(conn), traffic}
}

func (c *countingPackets) ReadBatch(packets []ipv4.Message, flags int) (int, error) {
	n, err := c.batches.ReadBatch(packets, flags)
	for i := range max(n, 0) {
		c.traffic.Received.Add(int64(packets[i].N))
	}
	return n, err
}

func (c *countingPackets) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *net.UDPAddr, err error) {
	n, oobn, flags, addr, err = c.UDPConn.ReadMsgUDP(b, oob)
	c.traffic.Received.Add(int64(n))
	return
}

func (c *countingPackets) ReadFrom(b []byte) (int, net.Addr, error) {
	n, addr, err := c.UDPConn.ReadFrom(b)
	c.traffic.Received.Add(int64(n))
	return n, addr, err
}

func (c *countingPackets) WriteMsgUDP(b, oob []byte, addr *net.UDPAddr) (n, oobn int, err error) {
	c.traffic.Sent.Add(int64(len(b)))
	n, oobn, err = c.UDPConn.WriteMsgUDP(b, oob, addr)
	c.traffic.Sent.Add(int64(n - len(b)))
	return
}

func (c *countingPackets) WriteTo(b []byte, addr net.Addr) (int, error) {
	c.traffic.Sent.Add(int64(len(b)))
	n, err := c.UDPConn.WriteTo(b, addr)
	c.traffic.Sent.Add(int64(n - len(b)))
	return n, err
}
