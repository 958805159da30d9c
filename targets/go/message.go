package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// postMessage takes one message, and answers how many have come.
func (t *target) postMessage(w http.ResponseWriter, r *http.Request) {
	q, _ := t.asked(w, r)
	if q == nil {
		return
	}
	if q.spec.Direction == toClient {
		badParameter("sequence", "its messages go to the client").send(w)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		q.fail(fmt.Sprintf("a message of more than %d bytes came", largestBytes))
		(&problem{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("at most %d bytes are taken", largestBytes)}).send(w)
		return
	}
	if err != nil {
		q.fail("a message did not come wholly: " + err.Error())
		badParameter("", "the message did not come wholly").send(w)
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
	t.sendWhole(w, r, "text/plain", strconv.AppendInt(nil, int64(count), 10), false)
}
