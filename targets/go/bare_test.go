package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"

	"wirefare/targets/go/data"
	"wirefare/targets/go/web"
)

// page is what this target is measured beside.
type page struct {
	name    string
	handler http.HandlerFunc
	// leastThroughput of this target as a share of the page's, by protocol.
	leastThroughput map[string]float64
}

// BenchmarkBesideABareServer holds this target to two pages with the same Books by the same libraries, asked for by the same
// path and query, in turns: what else the machine does meets both. Its figure is the throughput here as a share of the one
// there: the median over pairs of requests, with its standard error.
func BenchmarkBesideABareServer(b *testing.B) {
	certificate := madeCertificate(b)
	service, err := newService(settings{
		host: "127.0.0.1", certificate: certificate, guard: web.NewGuard("", "", "", ""), datasets: []string{"book"}, largestN: 1_000,
	})
	if err != nil {
		b.Fatal(err)
	}
	opened, err := service.Listen(func(error) {})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(service.SayGoodbye)
	books := data.Published([]string{"book"}, 1_000)["book"].Fresh(1_000, 0).([]*data.Book)
	// What anyone would write.
	bare := func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		body, _ := json.Marshal(books[:n])
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	}
	// HTTP/3 writes header after header, which is a good part of what a small answer takes: with those that the contract wants
	// of us, the length among them, what is left is ours.
	sameHeaders := func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		body, _ := json.Marshal(books[:n])
		web.OpenToPages(w.Header(), "*")
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Header().Set("Server-Timing", "compute;dur=0.0001, encode;dur=0.0853, compress;dur=0.0001")
		w.Write(body)
	}
	pages := []page{
		{"bare", bare, map[string]float64{"http1": 0.8, "h3": 0.8}},
		{"same-headers", sameHeaders, map[string]float64{"http1": 0.8, "h3": 0.95}},
	}
	overQUIC := &http.Client{Transport: &http3.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	for _, protocol := range []struct {
		name   string
		client *http.Client
		ours   string
		open   func(http.Handler) string
	}{
		{"http1", http.DefaultClient, fmt.Sprintf("http://127.0.0.1:%d", opened["http1"]), func(handler http.Handler) string {
			plain := httptest.NewServer(handler)
			b.Cleanup(plain.Close)
			return plain.URL
		}},
		{"h3", overQUIC, fmt.Sprintf("https://127.0.0.1:%d", opened["h3"]), func(handler http.Handler) string {
			return bareHTTP3(b, certificate, handler)
		}},
	} {
		for _, page := range pages {
			theirs := protocol.open(page.handler)
			for _, n := range []int{10, 100, 1_000} {
				b.Run(fmt.Sprintf("%s/%s/books=%d", protocol.name, page.name, n), func(b *testing.B) {
					asked := fmt.Sprintf("/exchange?dataset=book&format=json&n=%d", n)
					compare(b, protocol.client, protocol.ours+asked, theirs+asked, page, protocol.name)
				})
			}
		}
	}
}

func compare(b *testing.B, client *http.Client, ours, theirs string, beside page, protocol string) {
	least := beside.leastThroughput[protocol]
	var shares []float64
	order := []string{ours, theirs}
	for range b.N {
		took := map[string]time.Duration{}
		for _, url := range order {
			began := time.Now()
			get(b, client, url)
			took[url] = time.Since(began)
		}
		shares = append(shares, float64(took[theirs])/float64(took[ours]))
		slices.Reverse(order)
	}
	share := quantile(shares, 0.5)
	b.ReportMetric(share, fmt.Sprintf("ours/%s(at-least-%g)", beside.name, least))
	b.ReportMetric(standardError(shares), "±")
	// Go tries every benchmark with one pair first, of which nothing follows.
	if b.N > 1 && share < least {
		b.Errorf("throughput is %.3f ± %.3f of the page's (%s), at least %g is wanted",
			share, standardError(shares), beside.name, least)
	}
}

func quantile(values []float64, at float64) float64 {
	return slices.Sorted(slices.Values(values))[int(at*float64(len(values)-1))]
}

// standardError of the median, from the quartiles, which pairs that something else delayed do not move.
func standardError(values []float64) float64 {
	deviation := (quantile(values, 0.75) - quantile(values, 0.25)) / 1.35
	return 1.25 * deviation / math.Sqrt(float64(len(values)))
}

func get(b *testing.B, client *http.Client, url string) {
	answer, err := client.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		b.Fatal(url, answer.Status, err)
	}
}

// bareHTTP3 is the library's own server.
func bareHTTP3(b *testing.B, certificate *tls.Certificate, handler http.Handler) string {
	packets, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		b.Fatal(err)
	}
	server := &http3.Server{
		Handler: handler, QUICConfig: &quic.Config{},
		TLSConfig: http3.ConfigureTLSConfig(&tls.Config{Certificates: []tls.Certificate{*certificate}}),
	}
	go server.Serve(packets)
	b.Cleanup(func() {
		ended, end := context.WithCancel(context.Background())
		end()
		server.Shutdown(ended)
		packets.Close()
	})
	return "https://" + packets.LocalAddr().String()
}

// madeCertificate for 127.0.0.1.
func madeCertificate(b *testing.B) *tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		b.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
