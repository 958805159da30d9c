package main

import (
	"net/http"
	"strconv"
	"time"
)

// postSequence makes a sequence, and whatever the target will send of it.
func (t *target) postSequence(w http.ResponseWriter, r *http.Request) {
	if _, p := readQuery(r); p != nil {
		p.send(w)
		return
	}
	s, p := parseSpec(r.Body)
	if p != nil {
		p.send(w)
		return
	}
	q := newSequence(t.sequences.nextID(), s, t)
	t.sequences.add(q)
	t.sendJSON(w, r, map[string]any{"sequence": q.id, "cycle": q.cycle})
}

// asked finds the sequence that a request is about, or answers that there is none.
func (t *target) asked(w http.ResponseWriter, r *http.Request, alsoKnown ...string) (*sequence, query) {
	q, p := readQuery(r, append(alsoKnown, "sequence")...)
	if p == nil {
		var found *sequence
		if found, p = t.sequences.named(q["sequence"]); p == nil {
			return found, q
		}
	}
	p.send(w)
	return nil, nil
}

func (t *target) postBegin(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	conn := connOf(r)
	var sentBefore int64
	if conn != nil {
		sentBefore = conn.own.sent.Load()
	}
	if p := q.begin(); p != nil {
		p.send(w)
		return
	}
	t.sendJSON(w, r, q.state())
	if conn == nil {
		return
	}
	// The answer is none of the messages' bytes: it leaves now and is left out.
	http.NewResponseController(w).Flush()
	q.leaveOut(conn.own.sent.Load() - sentBefore)
}

func (t *target) postNext(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	if q.spec.Direction != toClient || q.spec.Mode != pingPong {
		badParameter("sequence", "the next message is asked for in ping-pong to the client alone").send(w)
		return
	}
	t.sendWhole(w, r, "text/plain", strconv.AppendInt(nil, int64(q.ask()), 10), false)
}

// getSequence answers the state, with until=received when all messages of the client have come.
func (t *target) getSequence(w http.ResponseWriter, r *http.Request) {
	q, asked := t.asked(w, r, "until")
	if q == nil {
		return
	}
	wait, p := asked.flag("until", "received")
	if p != nil {
		p.send(w)
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
	t.sendJSON(w, r, q.state())
}

func (t *target) postEnd(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	// What it has used is told as it was before the checking, which is the lab's own.
	used := q.state()
	if conn := connOf(r); conn != nil {
		used.BytesReceived -= conn.ofThisRequest()
	}
	q.check()
	checked := q.state()
	checked.CPUMs, checked.NowMs = used.CPUMs, used.NowMs
	checked.BytesReceived, checked.BytesSent = used.BytesReceived, used.BytesSent
	t.sequences.forget(q, errEnded)
	t.sendJSON(w, r, checked)
}
