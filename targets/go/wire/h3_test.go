package wire

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
	"github.com/quic-go/webtransport-go"
)

// ownCertificate for 127.0.0.1.
func ownCertificate(t *testing.T) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func TestHTTP3KeepsAConnectionUntilItIsToldToLeave(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/last" {
			PrepareGoAway(r)
			AwaitGoAway(r)
		}
		io.WriteString(w, r.Proto)
	})
	service := Service{
		Host: "127.0.0.1", Certificate: ownCertificate(t), Handler: handler, Traffic: &Traffic{},
		WebTransport: &webtransport.Server{H3: &http3.Server{QUICConfig: QUICConfig()}},
	}
	opened, err := service.Listen(func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	defer service.SayGoodbye()
	dialled, resumed := 0, 0
	client := http.Client{Transport: &http3.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ClientSessionCache: tls.NewLRUClientSessionCache(10)},
		Dial: func(ctx context.Context, address string, config *tls.Config, quicConfig *quic.Config) (*quic.Conn, error) {
			dialled++
			conn, err := quic.DialAddr(ctx, address, config, quicConfig)
			if err == nil && conn.ConnectionState().TLS.DidResume {
				resumed++
			}
			return conn, err
		},
	}}
	for _, each := range []struct {
		path    string
		dialled int
	}{{"/", 1}, {"/", 1}, {"/last", 1}, {"/", 2}, {"/last", 2}, {"/last", 3}} {
		answer, err := client.Get(fmt.Sprintf("https://127.0.0.1:%d%s", opened["h3"], each.path))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || string(text) != "HTTP/3.0" {
			t.Fatalf("%s: %q, %v", each.path, text, err)
		}
		answer.Body.Close()
		if dialled != each.dialled {
			t.Errorf("%s went over connection %d, not %d", each.path, dialled, each.dialled)
		}
	}
	if resumed > 0 {
		t.Errorf("%d sessions were resumed", resumed)
	}
}

func TestWhoeverComesByTCPIsToldOfHTTP3(t *testing.T) {
	service := Service{
		Host: "127.0.0.1", Certificate: ownCertificate(t), Handler: http.NotFoundHandler(), Traffic: &Traffic{},
		WebTransport: &webtransport.Server{H3: &http3.Server{QUICConfig: QUICConfig()}},
	}
	opened, err := service.Listen(func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	defer service.SayGoodbye()
	client := http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	for name, want := range map[string]string{"h2": "", "h3": fmt.Sprintf(`h3=":%d"; ma=86400`, opened["h3"])} {
		answer, err := client.Get(fmt.Sprintf("https://127.0.0.1:%d/", opened[name]))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if told := answer.Header.Get("Alt-Svc"); answer.ProtoMajor != 2 || told != want {
			t.Errorf("%s: %s, Alt-Svc %q", name, answer.Proto, told)
		}
	}
}
