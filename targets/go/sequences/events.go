package sequences

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

// adHoc are the parameters of those who name no sequence.
var adHoc = []string{"messages", "size", "body", "seed", "rate"}

// serveEvents sends messages as Server-Sent Events, which can carry text alone.
func (t *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	q, p := t.sequenceToSend(r)
	if p == nil && q.spec.Content.Body != "text" {
		p = web.NotSupported("body", q.spec.Content.Body, "text")
	}
	if p == nil {
		p = q.carry("/events")
	}
	if p != nil {
		p.Send(w)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	flusher := http.NewResponseController(w)
	t.sendOn(w, r, q, eventOutlet{w, flusher}, "event: ready\ndata:\n\n")
	if failure := q.state().Failure; failure != nil {
		io.WriteString(w, "event: failed\ndata: "+*failure+"\n\n")
	}
}

// serveStream sends them as a body that goes on: each behind its length.
func (t *Server) serveStream(w http.ResponseWriter, r *http.Request) {
	q, p := t.sequenceToSend(r)
	if p == nil && q.spec.Direction == bothWays {
		p = web.NotSupported("direction", bothWays, toClient)
	}
	if p == nil {
		p = q.carry("/stream")
	}
	if p != nil {
		p.Send(w)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	out := &frameOutlet{w: w, flusher: http.NewResponseController(w).Flush}
	t.sendOn(w, r, q, out, string(messages.AppendLength(nil, 0)))
}

// sequenceToSend is the one that is named, or one that is made from the query and begins at once.
func (t *Server) sequenceToSend(r *http.Request) (*sequence, *web.Problem) {
	asked, p := web.ReadQuery(r, append(adHoc, "sequence")...)
	if p != nil {
		return nil, p
	}
	if asked.Has("sequence") {
		q, p := t.sequences.named(asked.Get("sequence"))
		if p == nil && q.spec.Direction == toServer {
			p = web.BadParameter("sequence", "its messages go to the server")
		}
		return q, p
	}
	s, p := specOfQuery(asked)
	if p != nil {
		return nil, p
	}
	q := newSequence(t.sequences.nextID(), s, t)
	q.adHoc = true
	return q, q.begin()
}

// sendOn sends all messages of a sequence after the word that the way is open, and holds it open until the sequence
// ends: a client would take the end of the answer for a loss, and come back.
func (t *Server) sendOn(w http.ResponseWriter, r *http.Request, q *sequence, out outlet, opening string) {
	ctx, cancel := context.WithCancelCause(q.ctx)
	defer cancel(nil)
	leave := context.AfterFunc(r.Context(), func() { cancel(errLeft) })
	defer leave()

	err := q.sendAll(ctx, w, out, opening)
	if err != nil && !errors.Is(err, errEnded) {
		q.fail("the messages could not be sent: " + err.Error())
	}
	if err == nil && !q.adHoc {
		<-ctx.Done()
	}
}

func (q *sequence) sendAll(ctx context.Context, w http.ResponseWriter, out outlet, opening string) error {
	// A write that the client does not take would outlast the sequence.
	controller := http.NewResponseController(w)
	defer unblockAfter(q.ctx, func() { controller.SetWriteDeadline(time.Now()) })()
	if _, err := io.WriteString(w, opening); err != nil {
		return err
	}
	if err := controller.Flush(); err != nil {
		return err
	}
	if q.spec.Direction == bothWays {
		return q.giveBack(ctx, out)
	}
	return q.push(ctx, out)
}

// unblockAfter calls unblock when ctx is done. What it gives back prevents that, and waits where it is too late: later the
// connection may be at work for another request.
func unblockAfter(ctx context.Context, unblock func()) (prevent func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		unblock()
	})
	return func() {
		if !stop() {
			<-done
		}
	}
}

var errLeft = errors.New("the client went away")

type eventOutlet struct {
	w       io.Writer
	flusher *http.ResponseController
}

func (o eventOutlet) send(message []byte) error {
	if bytes.IndexByte(message, '\n') >= 0 || bytes.IndexByte(message, '\r') >= 0 {
		return errors.New("a message with a line break cannot be an event")
	}
	if _, err := io.WriteString(o.w, "data: "); err != nil {
		return err
	}
	if _, err := o.w.Write(message); err != nil {
		return err
	}
	_, err := io.WriteString(o.w, "\n\n")
	return err
}

func (o eventOutlet) flush() error { return o.flusher.Flush() }

// frameOutlet writes each message behind its length.
type frameOutlet struct {
	w       io.Writer
	flusher func() error
	head    [messages.LengthBytes]byte
}

func (o *frameOutlet) send(message []byte) error {
	if _, err := o.w.Write(messages.AppendLength(o.head[:0], len(message))); err != nil {
		return err
	}
	_, err := o.w.Write(message)
	return err
}

func (o *frameOutlet) flush() error { return o.flusher() }
