package sequences

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"wirefare/targets/go/web"
)

// postMessage takes one message, and answers how many have come.
func (t *Server) postMessage(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	if q.spec.Direction == toClient {
		web.BadParameter("sequence", "its messages go to the client").Send(w)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		q.fail(fmt.Sprintf("a message of more than %d bytes came", largestBytes))
		(&web.Problem{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("at most %d bytes are taken", largestBytes)}).Send(w)
		return
	}
	if err != nil {
		q.fail("a message did not come wholly: " + err.Error())
		web.BadParameter("", "the message did not come wholly").Send(w)
		return
	}
	count := q.takePosted(body)
	if q.spec.Direction == bothWays {
		select {
		case q.back <- body:
		case <-q.ctx.Done():
		case <-r.Context().Done():
		}
	}
	web.SendWhole(w, r, "text/plain", strconv.AppendInt(nil, int64(count), 10))
}
