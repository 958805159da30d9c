package sequences

import (
	"context"
	"errors"
	"sync"
	"time"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

const (
	ackMessages = 100
	ackBytes    = 1_000_000
	// backMessages that came by POST wait at most to go back by /events; then the next POST waits.
	backMessages = 16
	// waitAtMost is how long a request waits for what has not happened.
	waitAtMost = 20 * time.Second
)

var (
	errEnded     = errors.New("the sequence was ended")
	errForgotten = errors.New("nobody asked after the sequence")
)

// sequence is one sequence of messages, from POST /sequence to its end.
type sequence struct {
	id     string
	spec   spec
	cycle  int
	target *Server
	// adHoc ones were made by whoever takes them: they are in no list.
	adHoc bool
	// content is what is sent; nil where the client sends.
	content *messages.Cycle
	// back holds what came by POST and goes back by /events.
	back chan []byte

	// ctx ends with the sequence: whatever still writes or waits stops.
	ctx context.Context
	end context.CancelCauseFunc
	// begun and complete are closed when it begins, and when all messages of the client have come.
	begun, complete chan struct{}

	mutex    sync.Mutex
	changed  *sync.Cond
	receiver *messages.Receiver
	sent     int
	asked    int
	carrier  string
	failure  string
	before   account
	beganAt  time.Time
	touched  time.Time
}

// account is what the process has used so far.
type account struct {
	cpuMs          float64
	received, sent int64
}

// state is the answer of the contract.
type state struct {
	Sequence      string   `json:"sequence"`
	Sent          int      `json:"sent"`
	Received      int      `json:"received"`
	Reordered     int      `json:"reordered"`
	Failure       *string  `json:"failure"`
	CPUMs         float64  `json:"cpuMs"`
	BytesReceived int64    `json:"bytesReceived"`
	BytesSent     int64    `json:"bytesSent"`
	EncodeMs      float64  `json:"encodeMs"`
	DecodeMs      float64  `json:"decodeMs"`
	CheckMs       float64  `json:"checkMs"`
	BeganMs       *float64 `json:"beganMs"`
	NowMs         float64  `json:"nowMs"`
}

func newSequence(id string, s spec, t *Server) *sequence {
	ctx, end := context.WithCancelCause(context.Background())
	q := &sequence{
		id: id, spec: s, target: t, ctx: ctx, end: end,
		begun: make(chan struct{}), complete: make(chan struct{}),
		back: make(chan []byte, backMessages), touched: time.Now(),
	}
	q.changed = sync.NewCond(&q.mutex)
	random := s.Content
	if s.Direction == toClient {
		q.content = messages.NewCycle(random.Body, random.Size, s.Messages, random.Seed)
		q.cycle = q.content.Len()
	} else {
		q.cycle = len(messages.Sizes(random.Size, s.Messages, random.Seed))
	}
	q.receiver = messages.NewReceiver(q.cycle)
	return q
}

// begin starts the counting, and lets go whoever waits to send.
func (q *sequence) begin() *web.Problem {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if !q.beganAt.IsZero() {
		return web.BadParameter("sequence", "it has begun already")
	}
	q.before = q.target.account()
	q.beganAt = time.Now()
	close(q.begun)
	return nil
}

// leaveOut bytes that were sent since it began and belong to none of its messages.
func (q *sequence) leaveOut(sent int64) {
	q.mutex.Lock()
	q.before.sent += sent
	q.mutex.Unlock()
}

// carry says what carries it: once a direction, since two would each have part of the messages.
func (q *sequence) carry(by string) *web.Problem {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.carrier != "" {
		return web.BadParameter("sequence", "its messages go over "+q.carrier+" already")
	}
	q.carrier = by
	return nil
}

// take keeps a message that came, and says how many have.
func (q *sequence) take(message []byte) int {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.receiver.Take(message)
	count := q.receiver.Count()
	if count == q.spec.Messages {
		close(q.complete)
	}
	q.touched = time.Now()
	return count
}

// takePosted takes a message for which no order is promised: beacons may overtake each other. What came before one of a
// lower number is counted.
func (q *sequence) takePosted(message []byte) int {
	q.mutex.Lock()
	if q.spec.Direction == toServer {
		q.receiver.AllowAnyOrder()
	}
	q.mutex.Unlock()
	return q.take(message)
}

// sentUpTo says that the messages below this number have been handed out; they may be asked for again.
func (q *sequence) sentUpTo(number int) {
	q.mutex.Lock()
	q.sent = max(q.sent, number)
	q.touched = time.Now()
	q.mutex.Unlock()
}

func (q *sequence) countSent(n int) {
	q.mutex.Lock()
	q.sent += n
	q.touched = time.Now()
	q.mutex.Unlock()
}

// ask is the client's wish for the next message, and says which it is.
func (q *sequence) ask() int {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.asked++
	q.changed.Broadcast()
	return q.asked
}

// awaitAsked waits until message i has been asked for.
func (q *sequence) awaitAsked(ctx context.Context, i int) error {
	stop := context.AfterFunc(ctx, func() {
		q.mutex.Lock()
		q.changed.Broadcast()
		q.mutex.Unlock()
	})
	defer stop()
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.asked <= i && ctx.Err() == nil {
		q.changed.Wait()
	}
	return context.Cause(ctx)
}

// fail keeps the first reason why it cannot go on.
func (q *sequence) fail(reason string) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.failure == "" && q.ctx.Err() == nil {
		q.failure = reason
	}
}

func (q *sequence) touch() {
	q.mutex.Lock()
	q.touched = time.Now()
	q.mutex.Unlock()
}

func (q *sequence) idle() time.Duration {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return time.Since(q.touched)
}

// check looks at every message that came; nothing is timed any more.
func (q *sequence) check() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.spec.Direction == toClient {
		return
	}
	if fault := q.receiver.Verdict(q.spec.Messages); fault != "" && q.failure == "" {
		q.failure = fault
	}
}

func (q *sequence) state() state {
	now := q.target.account()
	q.mutex.Lock()
	defer q.mutex.Unlock()
	s := state{
		Sequence: q.id, Sent: q.sent, Received: q.receiver.Count(), Reordered: q.receiver.Reordered(),
		CheckMs: float64(q.receiver.Checking()) / float64(time.Millisecond),
		NowMs:   q.target.nowMs(time.Now()),
	}
	failure := q.failure
	if failure == "" {
		failure = q.receiver.Fault()
	}
	if failure != "" {
		s.Failure = &failure
	}
	if !q.beganAt.IsZero() {
		began := q.target.nowMs(q.beganAt)
		s.BeganMs = &began
		s.CPUMs = now.cpuMs - q.before.cpuMs
		s.BytesReceived = now.received - q.before.received
		s.BytesSent = now.sent - q.before.sent
	}
	return s
}
