package sequences

import (
	"net/http"
	"strconv"
	"time"

	"wirefare/targets/go/web"
	"wirefare/targets/go/wire"
)

// postSequence makes a sequence, and whatever the target will send of it.
func (t *Server) postSequence(w http.ResponseWriter, r *http.Request) {
	if _, p := web.ReadQuery(r); p != nil {
		p.Send(w)
		return
	}
	s, p := parseSpec(r.Body)
	if p != nil {
		p.Send(w)
		return
	}
	q := newSequence(t.sequences.nextID(), s, t)
	t.sequences.add(q)
	web.SendJSON(w, r, map[string]any{"sequence": q.id, "cycle": q.cycle})
}

// asked finds the sequence that a request is about, or answers that there is none.
func (t *Server) asked(w http.ResponseWriter, r *http.Request, alsoKnown ...string) (*sequence, web.Query) {
	q, p := web.ReadQuery(r, append(alsoKnown, "sequence")...)
	if p == nil {
		var found *sequence
		if found, p = t.sequences.named(q.Get("sequence")); p == nil {
			return found, q
		}
	}
	p.Send(w)
	return nil, web.Query{}
}

func (t *Server) postBegin(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	conn := wire.ConnOf(r)
	var sentBefore int64
	if conn != nil {
		sentBefore = conn.SentBytes()
	}
	if p := q.begin(); p != nil {
		p.Send(w)
		return
	}
	web.SendJSON(w, r, q.state())
	if conn == nil {
		return
	}
	// The answer is none of the messages' bytes: it leaves now and is left out.
	http.NewResponseController(w).Flush()
	q.leaveOut(conn.SentBytes() - sentBefore)
}

func (t *Server) postNext(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	if q.spec.Direction != toClient || q.spec.Mode != pingPong {
		web.BadParameter("sequence", "the next message is asked for in ping-pong to the client alone").Send(w)
		return
	}
	web.SendWhole(w, r, "text/plain", strconv.AppendInt(nil, int64(q.ask()), 10))
}

// getSequence answers the state, with until=received when all messages of the client have come.
func (t *Server) getSequence(w http.ResponseWriter, r *http.Request) {
	q, asked := t.asked(w, r, "until")
	if q == nil {
		return
	}
	wait, p := asked.Flag("until", "received")
	if p != nil {
		p.Send(w)
		return
	}
	if wait {
		late := time.NewTimer(waitAtMost)
		defer late.Stop()
		select {
		case <-q.complete:
		case <-late.C:
		case <-q.ctx.Done():
		case <-r.Context().Done():
		}
	}
	web.SendJSON(w, r, q.state())
}

func (t *Server) postEnd(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	// What it has used is told as it was before the checking, which is the lab's own.
	used := q.state()
	if conn := wire.ConnOf(r); conn != nil {
		used.BytesReceived -= conn.OfThisRequest()
	}
	q.check()
	checked := q.state()
	checked.CPUMs, checked.NowMs = used.CPUMs, used.NowMs
	checked.BytesReceived, checked.BytesSent = used.BytesReceived, used.BytesSent
	t.sequences.forget(q, errEnded)
	web.SendJSON(w, r, checked)
}
