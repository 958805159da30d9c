package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
	"github.com/quic-go/webtransport-go"
)

const (
	// portTries for a number that is free for TCP and UDP.
	portTries = 20
	// Longer than any session: a connection that the target closed would make the next exchange a cold one.
	quicIdle = 30 * time.Minute
	// A browser gives up a QUIC connection that was silent for 30 s.
	quicKeepAlive = 15 * time.Second
	// The lab gives a target 2 s to end.
	goodbyeWithin = 500 * time.Millisecond
)

// ports by protocol. h2 and h3 have the same number, TCP and UDP: at the origin of WebTransport a page asks for
// everything else by HTTP/2.
type ports map[string]int

// listen opens all listeners; what fails later is told to failed.
func (t *target) listen(s settings, failed func(error)) (ports, error) {
	handler := t.handler()
	opened := ports{}
	plain, err := t.listenTCP(s.host, s.port)
	if err != nil {
		return nil, err
	}
	opened["http1"] = portOf(plain)
	go func() { failed(newServer(handler).Serve(plain)) }()
	if s.certificate == nil {
		return opened, nil
	}
	https1, err := t.listenTCP(s.host, 0)
	if err != nil {
		return nil, err
	}
	opened["https1"] = portOf(https1)
	go func() { failed(newServer(handler).Serve(tls.NewListener(https1, tlsConfig(s, "http/1.1")))) }()
	h2, udp, err := t.listenPair(s.host)
	if err != nil {
		return nil, err
	}
	opened["h2"], opened["h3"] = portOf(h2), portOf(h2)
	go func() { failed(serveH2(h2, tlsConfig(s, "h2"), handler)) }()
	t.webTransport.H3.TLSConfig = http3.ConfigureTLSConfig(tlsConfig(s, http3.NextProtoH3))
	t.webTransport.H3.Handler = handler
	go func() { failed(t.webTransport.Serve(newCountingPackets(udp, t.traffic))) }()
	return opened, nil
}

func (t *target) listenTCP(host string, port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	return countingListener{listener, t.traffic}, nil
}

// listenPair listens for TCP and UDP at the same number.
func (t *target) listenPair(host string) (net.Listener, *net.UDPConn, error) {
	var problems []error
	for range portTries {
		tcp, err := t.listenTCP(host, 0)
		if err != nil {
			return nil, nil, err
		}
		address := net.JoinHostPort(host, strconv.Itoa(portOf(tcp)))
		udp, err := listenUDP(address)
		if err == nil {
			return tcp, udp, nil
		}
		problems = append(problems, err)
		tcp.Close()
	}
	return nil, nil, fmt.Errorf("no port is free for TCP and UDP: %w", errors.Join(problems...))
}

func listenUDP(address string) (*net.UDPConn, error) {
	resolved, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, err
	}
	network := "udp6"
	if resolved.IP.To4() != nil {
		network = "udp4"
	}
	return net.ListenUDP(network, resolved)
}

func portOf(listener net.Listener) int {
	return listener.Addr().(*net.TCPAddr).Port
}

// tlsConfig of one protocol, whatever else the client offers. No session is resumed: every connection is a whole handshake.
func tlsConfig(s settings, protocol string) *tls.Config {
	return &tls.Config{
		Certificates:           []tls.Certificate{*s.certificate},
		NextProtos:             []string{protocol},
		MinVersion:             tls.VersionTLS12,
		SessionTicketsDisabled: true,
	}
}

// newServer has no timeouts: a connection that waits is kept.
func newServer(handler http.Handler) *http.Server {
	// What goes wrong with one connection is the client's to tell.
	return &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0), ConnContext: withConn}
}

// serveH2 speaks HTTP/2 behind TLS of its own, so that GOAWAY can be seen and corrected on its way (goaway.go).
func serveH2(listener net.Listener, config *tls.Config, handler http.Handler) error {
	server := newServer(handler)
	server.Protocols = new(http.Protocols)
	server.Protocols.SetUnencryptedHTTP2(true)
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return withGoAway(ctx, conn.(*goAwayConn))
	}
	return server.Serve(h2Listener{listener, config})
}

type h2Listener struct {
	net.Listener
	config *tls.Config
}

func (l h2Listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return newGoAwayConn(tls.Server(conn, l.config)), nil
}

func newWebTransport() *webtransport.Server {
	return &webtransport.Server{
		H3:          &http3.Server{QUICConfig: &quic.Config{MaxIdleTimeout: quicIdle, KeepAlivePeriod: quicKeepAlive}},
		CheckOrigin: func(*http.Request) bool { return true },
	}
}

// sayGoodbye tells the clients of QUIC, who would not notice; the system does that for TCP.
func (t *target) sayGoodbye() {
	if t.webTransport == nil {
		return
	}
	told := make(chan struct{})
	go func() {
		t.webTransport.Close()
		close(told)
	}()
	select {
	case <-told:
	case <-time.After(goodbyeWithin):
	}
}
