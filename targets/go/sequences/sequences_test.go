package sequences

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
	"wirefare/targets/go/wire"
)

func TestWhatMayBeLeftOutStandsForTheContractsDefaults(t *testing.T) {
	bare := `{"direction":"server-to-client","mode":"throughput","messages":10,
		"content":{"kind":"random","body":"text","size":{"policy":"fixed","bytes":100},"seed":7}}`
	if s, p := parseSpec(strings.NewReader(bare)); p != nil || s.Compression != "none" {
		t.Errorf("without a compression: %q, %v", s.Compression, p)
	}
	s, p := specOfQuery(web.Query{Values: url.Values{"rate": {"0.5"}}})
	size := messages.SizePolicy{Policy: "fixed", Bytes: 100}
	if p != nil || s.Messages != 10 || s.Content.Size != size || s.Content.Seed != 1 || *s.RatePerSecond != 0.5 {
		t.Errorf("by hand: %+v, %v", s, p)
	}
	for _, wrong := range []string{"", "x", "0", "-1", "NaN", "Inf"} {
		if _, p := specOfQuery(web.Query{Values: url.Values{"rate": {wrong}}}); p == nil {
			t.Errorf("rate %q is taken", wrong)
		}
	}
}

func TestSequencesThatCannotBeAreRefusedByName(t *testing.T) {
	good := `{"direction":"server-to-client","mode":"paced","ratePerSecond":50,"messages":10,"compression":"none",
		"content":{"kind":"random","body":"text","size":{"policy":"fixed","bytes":100},"seed":7}}`
	if _, p := parseSpec(strings.NewReader(good)); p != nil {
		t.Fatalf("a good one is refused: %v", p)
	}
	for _, wrong := range []struct {
		old, new, parameter string
		status              int
	}{
		{"server-to-client", "sideways", "direction", 400},
		{"paced", "fast", "mode", 400},
		{"paced", "throughput", "ratePerSecond", 400},
		{":50", ":-1", "ratePerSecond", 400},
		{":10,", ":0,", "messages", 400},
		{":10,", ":10000001,", "messages", 400},
		{"none", "gzip", "compression", 400},
		{"random", "data", "content", 501},
		{"text", "prose", "content.body", 400},
		{":100}", ":15}", "content.size.bytes", 400},
		{"fixed", "shrinking", "content.size.policy", 400},
		{`"fixed","bytes":100`, `"random","least":200,"most":100`, "content.size", 400},
		{`"mode"`, `"manner"`, "sequence", 400},
	} {
		_, p := parseSpec(strings.NewReader(strings.Replace(good, wrong.old, wrong.new, 1)))
		if p == nil || p.Parameter != wrong.parameter || p.Status != wrong.status {
			t.Errorf("%s instead of %s: %+v", wrong.new, wrong.old, p)
		}
	}
}

func TestSizesAreReadFromTheQuery(t *testing.T) {
	for text, want := range map[string]string{"100": "fixed", "random-100-1000": "random", "growing-100": "growing"} {
		if size, ok := sizeOf(text); !ok || size.Policy != want {
			t.Errorf("%s: %+v %v", text, size, ok)
		}
	}
	for _, text := range []string{"", "x", "100x", "random-100", "growing-", "random-1-2-3"} {
		if size, ok := sizeOf(text); ok {
			t.Errorf("%q is taken as %+v", text, size)
		}
	}
}

// handlerOf a server of messages alone.
func handlerOf(s *Server) http.Handler {
	gets, posts := s.Gets(), s.Posts()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if conn := wire.ConnOf(r); conn != nil {
			defer conn.Answered()
		}
		if r.Method == http.MethodPost {
			posts[r.URL.Path](w, r)
		} else {
			gets[r.URL.Path](w, r)
		}
	})
}

func TestEventsBeginAtOnceForPeopleWithCurl(t *testing.T) {
	w := httptest.NewRecorder()
	handlerOf(NewServer(&wire.Traffic{}, false)).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/events?messages=3&size=20&seed=7", nil))
	lines := strings.Split(w.Body.String(), "\n")
	if lines[0] != "event: ready" || strings.Count(w.Body.String(), "data: 0000000") != 3 {
		t.Errorf("%q", w.Body.String())
	}
}

// speak HTTP/1.1 over this connection, and say how many bytes went either way.
func speak(t *testing.T, conn net.Conn, from *bufio.Reader, method, path, body string) (answer map[string]any, up, down int) {
	t.Helper()
	request := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: target\r\nContent-Length: %d\r\n\r\n%s", method, path, len(body), body)
	io.WriteString(conn, request)
	var seen bytes.Buffer
	response, err := http.ReadResponse(bufio.NewReader(io.TeeReader(oneByOne{from}, &seen)), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body)
	json.Unmarshal(text, &answer)
	return answer, len(request), seen.Len()
}

// oneByOne reads no further than it is asked to.
type oneByOne struct{ from io.Reader }

func (o oneByOne) Read(p []byte) (int, error) { return o.from.Read(p[:1]) }

func TestBytesAreThoseOfTheMessagesAlone(t *testing.T) {
	traffic := &wire.Traffic{}
	service := wire.Service{Host: "127.0.0.1", Traffic: traffic, Handler: handlerOf(NewServer(traffic, false))}
	opened, err := service.Listen(func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", opened["http1"]))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	from := bufio.NewReader(conn)
	order := `{"direction":"client-to-server","mode":"throughput","messages":3,"compression":"none",` +
		`"content":{"kind":"random","body":"text","size":{"policy":"fixed","bytes":100},"seed":7}}`
	made, _, _ := speak(t, conn, from, "POST", "/sequence", order)
	in := "?sequence=" + made["sequence"].(string)
	if begun, _, _ := speak(t, conn, from, "POST", "/sequence/begin"+in, ""); begun["failure"] != nil {
		t.Fatal(begun)
	}
	up, down := 0, 0
	for range 3 {
		_, more, less := speak(t, conn, from, "POST", "/message"+in, strings.Repeat("x", 100))
		up, down = up+more, down+less
	}
	state, _, _ := speak(t, conn, from, "POST", "/sequence/end"+in, "")
	if state["bytesReceived"] != float64(up) || state["bytesSent"] != float64(down) {
		t.Errorf("it counts %v and %v bytes, %d and %d passed", state["bytesReceived"], state["bytesSent"], up, down)
	}
}

func TestWhatIsPacedIsNeverEarlyAndHardlyLate(t *testing.T) {
	best := time.Second
	for range 5 {
		due := time.Now().Add(5 * time.Millisecond)
		if err := sleepUntil(context.Background(), due); err != nil {
			t.Fatal(err)
		}
		late := time.Since(due)
		if late < 0 {
			t.Fatalf("%v early", -late)
		}
		best = min(best, late)
	}
	if best > time.Millisecond {
		t.Errorf("at least %v late", best)
	}
}
