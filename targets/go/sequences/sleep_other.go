//go:build !linux

package sequences

import "time"

func preciseSleep(wait time.Duration) { time.Sleep(wait) }
