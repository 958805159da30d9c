package wire

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"testing"
)

// frame of HTTP/2.
func frame(kind byte, payload []byte) []byte {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, 0, 0, 0, 0, 1}
	return append(head, payload...)
}

func TestGoAwayNamesTheLastStreamOfAll(t *testing.T) {
	goAway := frame(goAwayType, binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 3), 0))
	failure := frame(goAwayType, binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 3), 2))
	data := frame(0, bytes.Repeat([]byte{goAwayType}, 300))
	all := bytes.Join([][]byte{data, failure, data, goAway, data}, nil)
	for _, cut := range []int{1, 5, 9, 13, 100, 250, len(all)} {
		client, server := net.Pipe()
		conn := newGoAwayConn(server)
		go func() {
			for at := 0; at < len(all); at += cut {
				conn.Write(all[at:min(at+cut, len(all))])
			}
			conn.Close()
		}()
		got, _ := io.ReadAll(client)
		want := bytes.Clone(all)
		at := 2*len(data) + len(failure) + frameHeadBytes
		binary.BigEndian.PutUint32(want[at:], lastStreamOfAll)
		if !bytes.Equal(got, want) {
			t.Errorf("cut after every %d bytes: something else than GOAWAY changed, or not that", cut)
		}
		select {
		case <-conn.sent:
		default:
			t.Errorf("cut after every %d bytes: it did not tell of GOAWAY", cut)
		}
	}
}
