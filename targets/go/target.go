package main

import (
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"

	"wirefare/targets/go/exchange"
	"wirefare/targets/go/sequences"
	"wirefare/targets/go/web"
	"wirefare/targets/go/wire"
)

const version = "0.3.0"

// target is what all requests share.
type target struct {
	guard     *web.Guard
	exchanges *exchange.Server
	sequences *sequences.Server
	// protocols it listens for.
	protocols   []string
	gets, posts map[string]http.HandlerFunc
}

func newTarget(guard *web.Guard, exchanges *exchange.Server, messages *sequences.Server) *target {
	t := &target{guard: guard, exchanges: exchanges, sequences: messages, protocols: []string{"http1"}}
	if messages.WebTransport != nil {
		t.protocols = []string{"http1", "https1", "h2", "h3"}
	}
	t.gets, t.posts = messages.Gets(), messages.Posts()
	t.gets["/about"] = t.serveAbout
	t.gets["/exchange"] = exchanges.ServeExchange
	t.gets["/bytes"] = exchanges.ServeBytes
	return t
}

// ServeHTTP answers every request of every protocol.
func (t *target) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if conn := wire.ConnOf(r); conn != nil {
		defer conn.Answered()
	}
	if refusal := t.guard.Refuses(r); refusal != nil {
		refusal.Send(w)
		return
	}
	if web.EndsConnection(r) {
		wire.PrepareGoAway(r)
	}
	web.OpenToPages(w.Header(), t.guard.Origin())
	path := r.URL.Path
	get, post := t.gets[path], t.posts[path]
	switch {
	case path == "/transport" && (r.Method == http.MethodConnect || r.Method == http.MethodGet):
		t.sequences.ServeTransport(w, r)
	case exchange.IsCall(path):
		t.exchanges.ServeCall(w, r)
	case get == nil && post == nil:
		(&web.Problem{Status: http.StatusNotFound, Detail: "no " + path + " here"}).Send(w)
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
		(&web.Problem{Status: http.StatusMethodNotAllowed, Detail: path + " does not take " + r.Method}).Send(w)
	}
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

func (t *target) serveAbout(w http.ResponseWriter, r *http.Request) {
	features := t.exchanges.Features()
	features["protocols"] = t.protocols
	features["messages"] = t.sequences.Features(t.protocols)
	web.SendJSON(w, r, map[string]any{
		"contract": 2,
		"name":     "go",
		"version":  version,
		"versions": versions(),
		"features": features,
		"request":  map[string]string{"acceptEncoding": r.Header.Get("Accept-Encoding")},
	})
}

// told are the modules whose versions a reader of results should know.
var told = []string{
	"andybalholm/brotli", "coder/websocket", "fxamacker/cbor/v2", "klauspost/compress", "org/protobuf", "quic-go/quic-go",
	"quic-go/webtransport-go", "vmihailenco/msgpack/v5",
}

func versions() map[string]string {
	versions := map[string]string{"go": strings.TrimPrefix(runtime.Version(), "go")}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, module := range build.Deps {
		for _, name := range told {
			if strings.HasSuffix(module.Path, name) {
				versions[name] = strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return versions
}
