package sequences

import (
	"context"
	"net/http"
	"time"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

// pollBytes of messages go into one answer at most, but for one that is longer.
const pollBytes = 1_000_000

// servePoll answers the messages from number `from` on that are due, or waits for one.
func (t *Server) servePoll(w http.ResponseWriter, r *http.Request) {
	q, asked := t.asked(w, r, "from")
	if q == nil {
		return
	}
	if q.spec.Direction != toClient {
		web.BadParameter("sequence", "its messages go to the server").Send(w)
		return
	}
	from, p := asked.Whole("from", 0, q.spec.Messages, -1)
	if p != nil {
		p.Send(w)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), waitAtMost)
	defer cancel()
	stop := context.AfterFunc(q.ctx, cancel)
	defer stop()
	if from == q.spec.Messages || !q.awaitDue(ctx, from) {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	web.SendWhole(w, r, "application/octet-stream", q.dueFrom(from))
}

func (q *sequence) awaitDue(ctx context.Context, i int) bool {
	select {
	case <-q.begun:
	case <-ctx.Done():
		return false
	}
	return q.spec.Mode != paced || sleepUntil(ctx, q.dueAt(i)) == nil
}

// dueFrom frames what is due, at least one message.
func (q *sequence) dueFrom(from int) []byte {
	var body []byte
	now := time.Now()
	to := from
	for ; to < q.spec.Messages; to++ {
		message := q.content.At(to)
		isFirst := to == from
		if !isFirst && (q.spec.Mode == pingPong || len(body)+messages.LengthBytes+len(message) > pollBytes) {
			break
		}
		if !isFirst && q.spec.Mode == paced && now.Before(q.dueAt(to)) {
			break
		}
		body = append(messages.AppendLength(body, len(message)), message...)
	}
	q.sentUpTo(to)
	return body
}
