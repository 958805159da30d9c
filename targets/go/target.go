package main

import (
	"encoding/json"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/quic-go/webtransport-go"
)

const version = "0.1.0"

// target is what all requests share.
type target struct {
	started   time.Time
	bytes     rawBytes
	traffic   *traffic
	sequences *registry
	// protocols it listens for.
	protocols []string
	// webTransport is nil without TLS.
	webTransport *webtransport.Server
}

func newTarget(withTLS bool) *target {
	t := &target{started: time.Now(), traffic: &traffic{}, sequences: newRegistry(), protocols: []string{"http1"}}
	if withTLS {
		t.protocols = []string{"http1", "https1", "h2", "h3"}
		t.webTransport = newWebTransport()
	}
	return t
}

// nowMs is the target's clock: milliseconds since it started, monotonic.
func (t *target) nowMs(at time.Time) float64 {
	return float64(at.Sub(t.started)) / float64(time.Millisecond)
}

func (t *target) account() account {
	return account{cpuMs(), t.traffic.received.Load(), t.traffic.sent.Load()}
}

// handler of every protocol.
func (t *target) handler() http.Handler {
	gets := map[string]http.HandlerFunc{
		"/about":    t.serveAbout,
		"/bytes":    t.serveBytes,
		"/events":   t.serveEvents,
		"/stream":   t.serveStream,
		"/poll":     t.servePoll,
		"/socket":   t.serveSocket,
		"/exchange": t.serveNothing,
	}
	posts := map[string]http.HandlerFunc{
		"/sequence":       t.postSequence,
		"/sequence/begin": t.postBegin,
		"/sequence/next":  t.postNext,
		"/sequence/end":   t.postEnd,
		"/message":        t.postMessage,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if conn := connOf(r); conn != nil {
			defer conn.answered()
		}
		openToPages(w.Header())
		path := r.URL.Path
		get, post := gets[path], posts[path]
		if path == "/sequence" {
			get = t.getSequence
		}
		switch {
		case path == "/transport" && (r.Method == http.MethodConnect || r.Method == http.MethodGet):
			t.serveTransport(w, r)
		case get == nil && post == nil:
			(&problem{Status: http.StatusNotFound, Detail: "no " + path + " here"}).send(w)
		case get != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			get(w, r)
		case post != nil && r.Method == http.MethodPost:
			post(w, r)
		case r.Method == http.MethodOptions:
			w.Header().Set("Access-Control-Allow-Methods", methodsOf(get, post))
			w.Header().Set("Access-Control-Allow-Headers", "*")
			w.WriteHeader(http.StatusNoContent)
		default:
			w.Header().Set("Allow", methodsOf(get, post))
			(&problem{Status: http.StatusMethodNotAllowed, Detail: path + " does not take " + r.Method}).send(w)
		}
	})
}

func methodsOf(get, post http.HandlerFunc) string {
	var methods []string
	if get != nil {
		methods = append(methods, http.MethodGet, http.MethodHead)
	}
	if post != nil {
		methods = append(methods, http.MethodPost)
	}
	return strings.Join(append(methods, http.MethodOptions), ", ")
}

// openToPages lets a page of another origin, isolated or not, read the answer and its exact times, and no cache keep it.
func openToPages(header http.Header) {
	header.Set("Cache-Control", "no-store")
	header.Set("Timing-Allow-Origin", "*")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Access-Control-Expose-Headers", "Server-Timing, Content-Encoding, Content-Length, Content-Type")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// serveNothing is the exchange of data: this target has no dataset and no format.
func (t *target) serveNothing(w http.ResponseWriter, r *http.Request) {
	p := &problem{Status: http.StatusNotImplemented, Detail: "this target has messages alone: no datasets, no formats"}
	p.send(w)
}

func (t *target) serveAbout(w http.ResponseWriter, r *http.Request) {
	endpoints := map[string][]string{}
	for _, endpoint := range []string{"post", "sse", "stream", "long-polling"} {
		endpoints[endpoint] = t.protocolsBut("h3")
	}
	endpoints["websocket"] = t.protocolsBut("h2", "h3")
	if t.webTransport != nil {
		endpoints["webtransport"] = []string{"h3"}
	}
	about := map[string]any{
		"contract": 1,
		"name":     "go",
		"version":  version,
		"versions": versions(),
		"features": map[string]any{
			"datasets":     []string{},
			"maxN":         1,
			"formats":      map[string]any{},
			"compressions": map[string]any{"none": []int{}},
			"computations": []string{"none"},
			"protocols":    t.protocols,
			"messages": map[string]any{
				"endpoints":         endpoints,
				"permessageDeflate": true,
				"largestBytes":      largestBytes,
				"contents":          []string{"random"},
			},
		},
		"request": map[string]string{"acceptEncoding": r.Header.Get("Accept-Encoding")},
	}
	t.sendJSON(w, r, about)
}

func (t *target) protocolsBut(without ...string) []string {
	var with []string
	for _, protocol := range t.protocols {
		if !strings.Contains(strings.Join(without, " "), protocol) {
			with = append(with, protocol)
		}
	}
	return with
}

func versions() map[string]string {
	versions := map[string]string{"go": strings.TrimPrefix(runtime.Version(), "go")}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, module := range build.Deps {
		for _, told := range []string{"quic-go/quic-go", "quic-go/webtransport-go", "coder/websocket"} {
			if strings.HasSuffix(module.Path, told) {
				versions[told] = strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return versions
}

func (t *target) sendJSON(w http.ResponseWriter, r *http.Request, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	t.sendWhole(w, r, "application/json", body, false)
}
