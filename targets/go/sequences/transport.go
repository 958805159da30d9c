package sequences

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/quic-go/webtransport-go"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

const (
	openWithin  = 20 * time.Second
	streamBytes = 16_384

	closedNormally = 0
	closedTooLong  = 1
	closedFailed   = 2
)

// ServeTransport carries messages by WebTransport: over one stream that the client opens. Without a sequence it sends
// back whatever it gets.
func (t *Server) ServeTransport(w http.ResponseWriter, r *http.Request) {
	var q *sequence
	asked, p := web.ReadQuery(r, "sequence")
	if p == nil && asked.Get("sequence") != "" {
		q, p = t.sequences.named(asked.Get("sequence"))
	}
	if p == nil && (t.WebTransport == nil || r.ProtoMajor == 1 || r.Method != http.MethodConnect) {
		p = &web.Problem{Status: http.StatusNotImplemented, Detail: "/transport is there for WebTransport over HTTP/3"}
	}
	if p == nil && q != nil {
		p = q.carry("/transport")
	}
	if p != nil {
		p.Send(w)
		return
	}
	session, err := t.WebTransport.Upgrade(w, r)
	if err != nil {
		(&web.Problem{Status: http.StatusNotImplemented, Detail: err.Error()}).Send(w)
		return
	}
	if q == nil {
		if stream, err := openStream(session); err == nil {
			stream.sendBackAll()
		}
		session.CloseWithError(closedNormally, "")
		return
	}
	stop := context.AfterFunc(q.ctx, func() { session.CloseWithError(closedNormally, "") })
	defer stop()
	stream, err := openStream(session)
	if err == nil {
		err = q.overStream(stream)
	}
	var tooLong messages.TooLong
	switch {
	case errors.As(err, &tooLong):
		q.fail(tooLong.Error())
		session.CloseWithError(closedTooLong, tooLong.Error())
	case err != nil:
		q.fail(sayClosed(err))
		session.CloseWithError(closedFailed, err.Error())
	}
}

// frames is a stream of both directions as an outlet.
type frames struct {
	frameOutlet
	in     *bufio.Reader
	out    *bufio.Writer
	buffer []byte
}

// openStream waits for the client's stream; a length of 0 in either direction says that it is open.
func openStream(session *webtransport.Session) (*frames, error) {
	ctx, cancel := context.WithTimeout(session.Context(), openWithin)
	defer cancel()
	stream, err := session.AcceptStream(ctx)
	if err != nil {
		return nil, err
	}
	f := &frames{in: bufio.NewReaderSize(stream, streamBytes), out: bufio.NewWriterSize(stream, streamBytes)}
	f.frameOutlet = frameOutlet{w: f.out, flusher: f.out.Flush}
	if _, err := f.read(); err != nil {
		return nil, err
	}
	if err := f.send(nil); err != nil {
		return nil, err
	}
	return f, f.flush()
}

// read gives the next message, which holds until the next read.
func (f *frames) read() ([]byte, error) {
	message, err := messages.ReadFrame(f.in, f.buffer, largestBytes)
	f.buffer = message
	return message, err
}

func (q *sequence) overStream(f *frames) error {
	if q.spec.Direction == toClient {
		return q.toClientOver(f, func() error {
			_, err := f.read()
			return err
		})
	}
	acks := acknowledger{mode: q.spec.Mode, last: q.spec.Messages}
	for {
		message, err := f.read()
		if err != nil {
			return q.unlessDone(err)
		}
		count := q.take(message)
		if q.spec.Direction == bothWays {
			err = f.send(message)
			q.countSent(1)
		} else if acks.isDue(count, len(message)) {
			err = f.send(strconv.AppendInt(nil, int64(count), 10))
		}
		if err == nil && q.isToLeave(f.in) {
			err = f.flush()
		}
		if err != nil {
			return err
		}
	}
}

func (f *frames) sendBackAll() {
	for {
		message, err := f.read()
		if err == nil {
			err = f.send(message)
		}
		if err == nil && f.in.Buffered() == 0 {
			err = f.flush()
		}
		if err != nil {
			return
		}
	}
}
