package main

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync/atomic"

	"golang.org/x/net/ipv4"
)

// traffic counts what passes the sockets of this process: HTTP, framing and TLS included, TCP's and IP's own bytes not. Of
// QUIC it counts the payload of UDP: packet headers, acknowledgements and repeats included.
type traffic struct {
	received, sent atomic.Int64
}

type countingListener struct {
	net.Listener
	traffic *traffic
}

func (l countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &countingConn{Conn: conn, traffic: l.traffic}, nil
}

type countingConn struct {
	net.Conn
	traffic *traffic
	// own bytes of this connection, and what it had read when its last answer was given.
	own          traffic
	readAnswered atomic.Int64
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.traffic.received.Add(int64(n))
	c.own.received.Add(int64(n))
	return n, err
}

// Write counts before it writes: whoever gets the bytes may ask for the count at once.
func (c *countingConn) Write(p []byte) (int, error) {
	c.traffic.sent.Add(int64(len(p)))
	c.own.sent.Add(int64(len(p)))
	n, err := c.Conn.Write(p)
	c.traffic.sent.Add(int64(n - len(p)))
	c.own.sent.Add(int64(n - len(p)))
	return n, err
}

// answered is to be called when a request was served: what is read from now on is another one.
func (c *countingConn) answered() { c.readAnswered.Store(c.own.received.Load()) }

// ofThisRequest are the bytes read since then.
func (c *countingConn) ofThisRequest() int64 { return c.own.received.Load() - c.readAnswered.Load() }

type connKey struct{}

// withConn lets requests of HTTP/1.1 know their connection. Over the others requests run side by side, so it would tell
// nothing.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return context.WithValue(ctx, connKey{}, conn)
}

// connOf is nil where the connection is not the request's alone.
func connOf(r *http.Request) *countingConn {
	conn, _ := r.Context().Value(connKey{}).(*countingConn)
	return conn
}

// countingPackets is a UDP socket as quic-go uses it: it reads in batches and writes with control messages (which is how
// one write holds many datagrams). It would go past a wrapper without these methods.
type countingPackets struct {
	*net.UDPConn
	batches *ipv4.PacketConn
	traffic *traffic
}

func newCountingPackets(conn *net.UDPConn, traffic *traffic) *countingPackets {
	return &countingPackets{conn, ipv4.NewPacketConn(conn), traffic}
}

func (c *countingPackets) ReadBatch(packets []ipv4.Message, flags int) (int, error) {
	n, err := c.batches.ReadBatch(packets, flags)
	for i := range max(n, 0) {
		c.traffic.received.Add(int64(packets[i].N))
	}
	return n, err
}

func (c *countingPackets) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *net.UDPAddr, err error) {
	n, oobn, flags, addr, err = c.UDPConn.ReadMsgUDP(b, oob)
	c.traffic.received.Add(int64(n))
	return
}

func (c *countingPackets) ReadFrom(b []byte) (int, net.Addr, error) {
	n, addr, err := c.UDPConn.ReadFrom(b)
	c.traffic.received.Add(int64(n))
	return n, addr, err
}

func (c *countingPackets) WriteMsgUDP(b, oob []byte, addr *net.UDPAddr) (n, oobn int, err error) {
	c.traffic.sent.Add(int64(len(b)))
	n, oobn, err = c.UDPConn.WriteMsgUDP(b, oob, addr)
	c.traffic.sent.Add(int64(n - len(b)))
	return
}

func (c *countingPackets) WriteTo(b []byte, addr net.Addr) (int, error) {
	c.traffic.sent.Add(int64(len(b)))
	n, err := c.UDPConn.WriteTo(b, addr)
	c.traffic.sent.Add(int64(n - len(b)))
	return n, err
}
