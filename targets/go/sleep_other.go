//go:build !linux

package main

import "time"

func preciseSleep(wait time.Duration) { time.Sleep(wait) }
