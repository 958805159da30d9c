package web

import (
	"encoding/json"
	"net/http"
	"strconv"

	"wirefare/targets/go/wire"
)

// onePacketBytes and less leave with their head: a body of more is worth a TLS record of its own.
const onePacketBytes = 1_000

const noWork = "compute;dur=0.0000, encode;dur=0.0000, compress;dur=0.0000"

// Body is what an answer brings: whole, and of a length that is known.
type Body struct {
	ContentType string
	// Coding is its Content-Encoding; empty where it has none.
	Coding string
	// ServerTiming of what was done for it; empty where nothing was.
	ServerTiming string
	Bytes        []byte
	// Last ends the connection with it.
	Last bool
}

// SendWhole sends a body for which nothing was encoded.
func SendWhole(w http.ResponseWriter, r *http.Request, contentType string, bytes []byte) {
	Send(w, r, Body{ContentType: contentType, Bytes: bytes})
}

// Send answers with a body, and its head in a TLS record of its own where the body is more than a packet.
func Send(w http.ResponseWriter, r *http.Request, body Body) {
	if body.ServerTiming == "" {
		body.ServerTiming = noWork
	}
	// One array holds the three of them, by names as Set would spell them.
	values := []string{body.ContentType, strconv.Itoa(len(body.Bytes)), body.ServerTiming}
	header := w.Header()
	header["Content-Type"] = values[0:1:1]
	header["Content-Length"] = values[1:2:2]
	header["Server-Timing"] = values[2:3:3]
	if body.Coding != "" {
		header.Set("Content-Encoding", body.Coding)
	}
	if body.Last && r.ProtoMajor < 3 {
		header.Set("Connection", "close")
	}
	if wire.IsOverTLS(r) && (body.Last || len(body.Bytes) > onePacketBytes) {
		// A client sees nothing of a TLS record before its end.
		http.NewResponseController(w).Flush()
	}
	if body.Last {
		wire.AwaitGoAway(r)
	}
	if r.Method != http.MethodHead {
		w.Write(body.Bytes)
	}
}

// SendJSON answers what the target says of itself and of sequences.
func SendJSON(w http.ResponseWriter, r *http.Request, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	SendWhole(w, r, "application/json", body)
}

// Values of headers that every answer has. They are made once: of a small answer, making a list for each anew is a good part
// of what the target adds to a bare server.
var (
	noStore     = []string{"no-store"}
	anyOrigin   = []string{"*"}
	readable    = []string{"Server-Timing, Content-Encoding, Content-Length, Content-Type"}
	crossOrigin = []string{"cross-origin"}
)

// OpenToPages lets pages of that origin, isolated or not, read the answer and its exact times, and no cache keep it.
func OpenToPages(header http.Header, origin string) {
	header["Cache-Control"] = noStore
	header["Timing-Allow-Origin"] = anyOrigin
	header["Access-Control-Allow-Origin"] = []string{origin}
	header["Access-Control-Expose-Headers"] = readable
	header["Cross-Origin-Resource-Policy"] = crossOrigin
}
