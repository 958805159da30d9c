package sequences

import (
	"context"
	"time"
)

// timersEarly is by how much an ordinary timer is set early: with nothing else to do the runtime wakes up by whole
// milliseconds, and what it is late would count as the latency of a message.
const timersEarly = 2 * time.Millisecond

// sleepUntil waits for a planned time; the last bit of it by the system's own sleep.
func sleepUntil(ctx context.Context, due time.Time) error {
	if wait := time.Until(due) - timersEarly; wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if rest := time.Until(due); rest > 0 {
		preciseSleep(rest)
	}
	return ctx.Err()
}
