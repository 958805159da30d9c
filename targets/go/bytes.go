package main

import (
	"encoding/binary"
	"net/http"
	"strconv"
	"sync"

	"wirefare/targets/go/messages"
)

// Largest body that /bytes gives; a body of more than onePacketBytes is worth a TLS record apart from its head.
const (
	mostBytes      = 100_000_000
	onePacketBytes = 1_000
	bytesSeed      = 20_170_601
)

// rawBytes are the first n bytes of one seeded stream, which do not compress. What has been made once is kept: /bytes
// measures the network only.
type rawBytes struct {
	mutex  sync.Mutex
	random messages.Xorshift
	made   []byte
}

func (b *rawBytes) first(n int) []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.made == nil {
		b.random = messages.NewXorshift(bytesSeed)
	}
	for len(b.made) < n {
		b.made = binary.LittleEndian.AppendUint32(b.made, b.random.Next())
	}
	return b.made[:n]
}

func (t *target) serveBytes(w http.ResponseWriter, r *http.Request) {
	q, p := readQuery(r, "n", "connection", "serial")
	if p != nil {
		p.send(w)
		return
	}
	n, p := q.whole("n", 0, mostBytes, -1)
	if p != nil {
		p.send(w)
		return
	}
	last, p := q.flag("connection", "close")
	if p != nil {
		p.send(w)
		return
	}
	t.sendWhole(w, r, "application/octet-stream", t.bytes.first(n), last)
}

// sendWhole sends a body of known length. last ends the connection with it.
func (t *target) sendWhole(w http.ResponseWriter, r *http.Request, contentType string, body []byte, last bool) {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Server-Timing", "compute;dur=0.0000, encode;dur=0.0000, compress;dur=0.0000")
	if last {
		header.Set("Connection", "close")
	}
	if isSecure(r) && (last || len(body) > onePacketBytes) {
		// A client sees nothing of a TLS record before its end.
		http.NewResponseController(w).Flush()
	}
	if last {
		awaitGoAway(r)
	}
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
