package sequences

import (
	"context"
	"time"
)

// outlet is what carries messages to the client: send may keep what is small until flush.
type outlet interface {
	send(message []byte) error
	flush() error
}

// push sends all messages in the way of the sequence's mode. It writes no further than the outlet takes, and flushes
// before it waits, so that what could leave has left.
func (q *sequence) push(ctx context.Context, out outlet) error {
	select {
	case <-q.begun:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for i := range q.spec.Messages {
		if err := q.awaitTurn(ctx, i, out); err != nil {
			return err
		}
		if err := out.send(q.content.At(i)); err != nil {
			return err
		}
		q.countSent(1)
	}
	return out.flush()
}

func (q *sequence) awaitTurn(ctx context.Context, i int, out outlet) error {
	switch q.spec.Mode {
	case pingPong:
		if err := out.flush(); err != nil {
			return err
		}
		return q.awaitAsked(ctx, i)
	case paced:
		due := q.dueAt(i)
		if time.Until(due) <= 0 {
			return nil
		}
		if err := out.flush(); err != nil {
			return err
		}
		return sleepUntil(ctx, due)
	}
	return nil
}

// dueAt is the planned time of message i of a paced sequence that has begun.
func (q *sequence) dueAt(i int) time.Time {
	seconds := float64(i+1) / *q.spec.RatePerSecond
	return q.beganAt.Add(time.Duration(seconds * float64(time.Second)))
}

// giveBack sends what came by POST in the order in which it came.
func (q *sequence) giveBack(ctx context.Context, out outlet) error {
	for sent := 0; sent < q.spec.Messages; sent++ {
		select {
		case message := <-q.back:
			if err := out.send(message); err != nil {
				return err
			}
			q.countSent(1)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if len(q.back) == 0 {
			if err := out.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
