// The Go target of Wirefare: messages over HTTP/1.1, HTTP/2 and HTTP/3 (targets/CONTRACT.md), for comparing WebTransport
// with WebSocket and Server-Sent Events of the same server.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

func main() {
	s, err := readSettings(os.Getenv)
	if err != nil {
		fmt.Fprintln(os.Stderr, "target go:", err)
		os.Exit(2)
	}
	t := newTarget(s.certificate != nil)
	var isEnding atomic.Bool
	opened, err := t.listen(s, func(err error) {
		if isEnding.Load() {
			return
		}
		fmt.Fprintln(os.Stderr, "target go:", err)
		os.Exit(1)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "target go:", err)
		os.Exit(2)
	}
	go t.sequences.forgetIdle()
	sayReady(opened)
	untilTold()
	isEnding.Store(true)
	t.sayGoodbye()
}

func sayReady(opened ports) {
	port := opened["http1"]
	delete(opened, "http1")
	line, err := json.Marshal(map[string]any{"ready": true, "port": port, "ports": opened})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

// untilTold returns on SIGTERM, on SIGINT, or when stdin closes: the lab holds it for as long as it lives.
func untilTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, syscall.SIGINT)
	closed := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(closed)
	}()
	select {
	case <-told:
	case <-closed:
	}
}
