package main

import (
	"net"
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
	return &countingConn{conn, l.traffic}, nil
}

type countingConn struct {
	net.Conn
	traffic *traffic
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.traffic.received.Add(int64(n))
	return n, err
}

func (c *countingConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.traffic.sent.Add(int64(n))
	return n, err
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
	n, oobn, err = c.UDPConn.WriteMsgUDP(b, oob, addr)
	c.traffic.sent.Add(int64(n))
	return
}

func (c *countingPackets) WriteTo(b []byte, addr net.Addr) (int, error) {
	n, err := c.UDPConn.WriteTo(b, addr)
	c.traffic.sent.Add(int64(n))
	return n, err
}
