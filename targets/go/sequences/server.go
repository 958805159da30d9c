// Package sequences carries sequences of messages, over everything that can (targets/CONTRACT.md).
package sequences

import (
	"net/http"
	"slices"
	"time"

	"github.com/quic-go/quic-go/http3"
	"github.com/quic-go/webtransport-go"

	"wirefare/targets/go/wire"
)

// Server is what all sequences share.
type Server struct {
	started   time.Time
	traffic   *wire.Traffic
	sequences *registry
	// WebTransport is nil without TLS.
	WebTransport *webtransport.Server
}

// NewServer forgets sequences that nobody asks after, for as long as the process lives.
func NewServer(traffic *wire.Traffic, withTLS bool) *Server {
	t := &Server{started: time.Now(), traffic: traffic, sequences: newRegistry()}
	if withTLS {
		t.WebTransport = &webtransport.Server{
			H3:          &http3.Server{QUICConfig: wire.QUICConfig()},
			CheckOrigin: func(*http.Request) bool { return true },
		}
	}
	go t.sequences.forgetIdle()
	return t
}

// nowMs is the target's clock: milliseconds since it started, monotonic.
func (t *Server) nowMs(at time.Time) float64 {
	return float64(at.Sub(t.started)) / float64(time.Millisecond)
}

func (t *Server) account() account {
	return account{cpuMs(), t.traffic.Received.Load(), t.traffic.Sent.Load()}
}

// Gets and Posts are the handlers by their paths.
func (t *Server) Gets() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/sequence": t.getSequence,
		"/events":   t.serveEvents,
		"/stream":   t.serveStream,
		"/poll":     t.servePoll,
		"/socket":   t.serveSocket,
	}
}

func (t *Server) Posts() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/sequence":       t.postSequence,
		"/sequence/begin": t.postBegin,
		"/sequence/next":  t.postNext,
		"/sequence/end":   t.postEnd,
		"/message":        t.postMessage,
	}
}

// Features are what /about says of messages. Over HTTP/3 that is WebTransport: of all else no client tells what it went
// over.
func (t *Server) Features(protocols []string) map[string]any {
	but := func(without ...string) []string {
		return slices.DeleteFunc(slices.Clone(protocols), func(each string) bool { return slices.Contains(without, each) })
	}
	endpoints := map[string][]string{}
	for _, endpoint := range []string{"post", "sse", "stream", "long-polling"} {
		endpoints[endpoint] = but("h3")
	}
	endpoints["websocket"] = but("h2", "h3")
	if t.WebTransport != nil {
		endpoints["webtransport"] = []string{"h3"}
	}
	return map[string]any{
		"endpoints":         endpoints,
		"permessageDeflate": true,
		"largestBytes":      largestBytes,
		"contents":          []string{"random"},
	}
}
