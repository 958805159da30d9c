package messages

import (
	"fmt"
	"time"
)

const (
	// keptBytes of messages are kept before they are checked: checking must not stand in what is timed.
	keptBytes  = 32_000_000
	blockBytes = 1_000_000
)

// Receiver takes the messages of a sequence as they arrive and finds out that none is lost, doubled, reordered or
// changed. It is not safe for use by several goroutines at once.
type Receiver struct {
	cycle    int
	blocks   []block
	free     [][]byte
	kept     int
	count    int
	checked  int
	checking time.Duration
	fault    string
	anyOrder bool
	// Where order is not promised: which numbers of the cycle came how often.
	seen      []int
	highest   int
	reordered int
}

// block holds messages one behind the other; ends says where each one ends.
type block struct {
	bytes []byte
	ends  []int
}

// NewReceiver of a sequence that repeats after cycle messages.
func NewReceiver(cycle int) *Receiver {
	return &Receiver{cycle: cycle, highest: -1}
}

// AllowAnyOrder is for what promises none (beacons): every message must come, in whatever order. It must be said before
// the first message.
func (r *Receiver) AllowAnyOrder() {
	if r.seen == nil {
		r.anyOrder, r.seen = true, make([]int, r.cycle)
	}
}

// Count of the messages that came.
func (r *Receiver) Count() int { return r.count }

// Reordered ones came before one of a lower number, as far as they are checked.
func (r *Receiver) Reordered() int { return r.reordered }

// Fault that was found first so far, "" where none was.
func (r *Receiver) Fault() string { return r.fault }

// Checking took so long while messages still came.
func (r *Receiver) Checking() time.Duration { return r.checking }

// Take keeps a copy.
func (r *Receiver) Take(message []byte) {
	r.count++
	last := len(r.blocks) - 1
	if last < 0 || len(r.blocks[last].bytes)+len(message) > cap(r.blocks[last].bytes) {
		r.blocks = append(r.blocks, block{bytes: r.room(len(message))})
		last++
	}
	b := &r.blocks[last]
	b.bytes = append(b.bytes, message...)
	b.ends = append(b.ends, len(b.bytes))
	r.kept += len(message)
	if r.kept >= keptBytes {
		from := time.Now()
		r.check()
		r.checking += time.Since(from)
	}
}

func (r *Receiver) room(least int) []byte {
	if n := len(r.free); n > 0 && least <= cap(r.free[n-1]) {
		bytes := r.free[n-1]
		r.free = r.free[:n-1]
		return bytes[:0]
	}
	return make([]byte, 0, max(least, blockBytes))
}

// Verdict checks what is kept and says what is wrong, "" where nothing is. To be called when nothing is timed any more.
func (r *Receiver) Verdict(expected int) string {
	r.check()
	if r.fault == "" {
		r.fault = r.missing(expected)
	}
	return r.fault
}

func (r *Receiver) check() {
	for _, b := range r.blocks {
		from := 0
		for _, end := range b.ends {
			r.checkOne(b.bytes[from:end], r.checked)
			r.checked++
			from = end
		}
		if cap(b.bytes) == blockBytes {
			r.free = append(r.free, b.bytes)
		}
	}
	r.blocks, r.kept = r.blocks[:0], 0
}

func (r *Receiver) checkOne(message []byte, place int) {
	expected := place % r.cycle
	number := expected
	if r.anyOrder {
		if said, ok := NumberOf(message); ok {
			number = said
		}
	}
	if fault := r.faultOf(message, number); fault != "" {
		if r.fault == "" {
			r.fault = fmt.Sprintf("message %d %s", place, fault)
		}
		return
	}
	if !r.anyOrder {
		return
	}
	r.seen[number]++
	switch {
	case number < r.highest:
		r.reordered++
	case number == r.cycle-1:
		r.highest = -1
	default:
		r.highest = number
	}
}

func (r *Receiver) faultOf(message []byte, number int) string {
	if number >= r.cycle {
		return fmt.Sprintf("is number %d of %d", number, r.cycle)
	}
	return FaultOf(message, number)
}

func (r *Receiver) missing(expected int) string {
	if r.count < expected {
		return fmt.Sprintf("%d of %d messages did not arrive", expected-r.count, expected)
	}
	if r.count > expected {
		return fmt.Sprintf("%d messages arrived of %d sent", r.count, expected)
	}
	for number, times := range r.seen {
		if times != (expected-number+r.cycle-1)/r.cycle {
			return fmt.Sprintf("message %d arrived %d times", number, times)
		}
	}
	return ""
}
