// The Go target of Wirefare: exchanges, calls and messages over HTTP/1.1, HTTP/2 and HTTP/3 (targets/CONTRACT.md), by what
// Go's standard library has and by the libraries that its users take beside it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"wirefare/targets/go/exchange"
	"wirefare/targets/go/sequences"
	"wirefare/targets/go/wire"
)

func main() {
	s, err := readSettings(os.Getenv)
	if err != nil {
		fmt.Fprintln(os.Stderr, "target go:", err)
		os.Exit(2)
	}
	service, err := newService(s)
	if err != nil {
		fmt.Fprintln(os.Stderr, "target go:", err)
		os.Exit(2)
	}
	var isEnding atomic.Bool
	opened, err := service.Listen(func(err error) {
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
	sayReady(opened)
	untilTold()
	isEnding.Store(true)
	service.SayGoodbye()
}

func newService(s settings) (*wire.Service, error) {
	exchanges, err := exchange.NewServer(s.datasets, s.largestN, s.own)
	if err != nil {
		return nil, err
	}
	traffic := &wire.Traffic{}
	messages := sequences.NewServer(traffic, s.certificate != nil)
	return &wire.Service{
		Host: s.host, Port: s.port, Certificate: s.certificate, Traffic: traffic, WebTransport: messages.WebTransport,
		Handler: newTarget(s.guard, exchanges, messages),
	}, nil
}

func sayReady(opened wire.Ports) {
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
