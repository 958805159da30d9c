// Package exchange answers exchanges and calls: what is computed, encoded, compressed and sent.
package exchange

import (
	"encoding/binary"
	"net/http"
	"sync"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

// Largest body that /bytes gives, and the seed of what is in it.
const (
	mostBytes = 100_000_000
	bytesSeed = 20_170_601
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

// ServeBytes answers n bytes that do not compress.
func (s *Server) ServeBytes(w http.ResponseWriter, r *http.Request) {
	q, p := web.ReadQuery(r, "n", "connection", "serial")
	if p != nil {
		p.Send(w)
		return
	}
	n, p := q.Whole("n", 0, mostBytes, -1)
	if p != nil {
		p.Send(w)
		return
	}
	last, p := q.Flag("connection", "close")
	if p != nil {
		p.Send(w)
		return
	}
	web.Send(w, r, web.Body{ContentType: "application/octet-stream", Bytes: s.bytes.first(n), Last: last})
}
