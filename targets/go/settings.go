package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"wirefare/targets/go/web"
)

// settings as the contract passes them: environment variables.
type settings struct {
	host string
	// port of plain HTTP/1.1; 0 is any free one.
	port int
	// certificate is nil where it is to speak without TLS alone.
	certificate *tls.Certificate
	guard       *web.Guard
	// datasets that will be asked for; none is all.
	datasets []string
	largestN int
	// own are folders of people's own data.
	own []string
}

const usualLargestN = 10_000

// readSettings tells of every variable that is wrong at once.
func readSettings(env func(string) string) (settings, error) {
	var problems []error
	s := settings{host: env("WIREFARE_HOST")}
	if s.host == "" {
		s.host = "127.0.0.1"
	}
	if net.ParseIP(s.host) == nil {
		problems = append(problems, fmt.Errorf("WIREFARE_HOST is %q, not an address", s.host))
	}
	if text := env("WIREFARE_PORT"); text != "" {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			problems = append(problems, fmt.Errorf("WIREFARE_PORT is %q, not a whole number from 0 to 65535", text))
		}
		s.port = int(port)
	}
	s.guard = web.NewGuard(env("WIREFARE_SECRET"), env("WIREFARE_ORIGIN"), env("WIREFARE_HOSTS"), s.host)
	if text := env("WIREFARE_DATASETS"); text != "" {
		s.datasets = strings.Split(text, ",")
	}
	s.largestN = usualLargestN
	if text := env("WIREFARE_LARGEST_N"); text != "" {
		largest, err := strconv.ParseUint(text, 10, 31)
		if err != nil || largest == 0 {
			problems = append(problems, fmt.Errorf("WIREFARE_LARGEST_N is %q, not a whole number from 1", text))
		}
		s.largestN = int(largest)
	}
	s.own = filepath.SplitList(env("WIREFARE_PAYLOADS"))
	certFile, keyFile := env("WIREFARE_TLS_CERT"), env("WIREFARE_TLS_KEY")
	switch {
	case certFile == "" && keyFile == "":
	case certFile == "" || keyFile == "":
		problems = append(problems, errors.New("WIREFARE_TLS_CERT and WIREFARE_TLS_KEY come together or not at all"))
	default:
		certificate, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			problems = append(problems, fmt.Errorf("WIREFARE_TLS_CERT, WIREFARE_TLS_KEY: %w", err))
		}
		s.certificate = &certificate
	}
	return s, errors.Join(problems...)
}
