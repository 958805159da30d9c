// Package wire listens for every protocol, counts what passes, and ends connections when a request asks for that.
package wire

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

	"github.com/quic-go/quic-go/http3"
	"github.com/quic-go/webtransport-go"
)

const (
	// portTries for a number that is free for TCP and UDP.
	portTries = 20
	// The lab gives a target 2 s to end.
	goodbyeWithin = 500 * time.Millisecond
)

// Ports by protocol. At the number of h2 UDP is WebTransport's, at that of h3 TCP speaks HTTP/2 and names HTTP/3 in
// Alt-Svc, which is how some browsers come to it.
type Ports map[string]int

// Service is what listens.
type Service struct {
	Host string
	// Port of plain HTTP/1.1; 0 is any free one.
	Port int
	// Certificate is nil where it speaks without TLS alone.
	Certificate *tls.Certificate
	Handler     http.Handler
	Traffic     *Traffic
	// WebTransport is nil without TLS.
	WebTransport *webtransport.Server
	h3           *h3Server
}

// Listen opens all listeners; what fails later is told to failed.
func (s *Service) Listen(failed func(error)) (Ports, error) {
	opened := Ports{}
	plain, err := s.listenTCP(s.Port)
	if err != nil {
		return nil, err
	}
	opened["http1"] = portOf(plain)
	go func() { failed(newServer(s.Handler).Serve(plain)) }()
	if s.Certificate == nil {
		return opened, nil
	}
	https1, err := s.listenTCP(0)
	if err != nil {
		return nil, err
	}
	opened["https1"] = portOf(https1)
	go func() { failed(newServer(s.Handler).Serve(tls.NewListener(https1, s.tlsConfig("http/1.1")))) }()
	h2, packets, err := s.listenPair()
	if err != nil {
		return nil, err
	}
	opened["h2"], opened["webtransport"] = portOf(h2), portOf(h2)
	go func() { failed(serveH2(h2, s.tlsConfig("h2"), s.Handler)) }()
	s.WebTransport.H3.TLSConfig = http3.ConfigureTLSConfig(s.tlsConfig(http3.NextProtoH3))
	s.WebTransport.H3.Handler = s.Handler
	go func() { failed(s.WebTransport.Serve(packets)) }()
	return opened, s.listenH3(opened, failed)
}

func (s *Service) listenH3(opened Ports, failed func(error)) error {
	beside, packets, err := s.listenPair()
	if err != nil {
		return err
	}
	port := portOf(beside)
	opened["h3"] = port
	go func() { failed(serveH2(beside, s.tlsConfig("h2"), namingH3(port, s.Handler))) }()
	s.h3 = newH3Server(s.Handler)
	go func() { failed(s.h3.serve(packets, s.tlsConfig(http3.NextProtoH3))) }()
	return nil
}

// namingH3 tells whoever comes by HTTP/2 where HTTP/3 is.
func namingH3(port int, handler http.Handler) http.Handler {
	told := fmt.Sprintf(`%s=":%d"; ma=86400`, http3.NextProtoH3, port)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Alt-Svc", told)
		handler.ServeHTTP(w, r)
	})
}

func (s *Service) listenTCP(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(s.Host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	return countingListener{listener, s.Traffic}, nil
}

// listenPair listens for TCP and UDP at the same number.
func (s *Service) listenPair() (net.Listener, net.PacketConn, error) {
	var problems []error
	for range portTries {
		tcp, err := s.listenTCP(0)
		if err != nil {
			return nil, nil, err
		}
		address := net.JoinHostPort(s.Host, strconv.Itoa(portOf(tcp)))
		udp, err := listenUDP(address)
		if err == nil {
			return tcp, newCountingPackets(udp, s.Traffic), nil
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
func (s *Service) tlsConfig(protocol string) *tls.Config {
	return &tls.Config{
		Certificates:           []tls.Certificate{*s.Certificate},
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

// SayGoodbye tells the clients of QUIC, who would not notice; the system does that for TCP.
func (s *Service) SayGoodbye() {
	if s.h3 == nil {
		return
	}
	told := make(chan struct{})
	go func() {
		s.h3.close()
		s.WebTransport.Close()
		close(told)
	}()
	select {
	case <-told:
	case <-time.After(goodbyeWithin):
	}
}
