package sequences

import (
	"time"

	"golang.org/x/sys/unix"
)

// preciseSleep holds a thread for that long.
func preciseSleep(wait time.Duration) {
	rest := unix.NsecToTimespec(int64(wait))
	for unix.Nanosleep(&rest, &rest) == unix.EINTR {
	}
}
