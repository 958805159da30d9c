package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const secretParameter = "secret"

// Guard keeps everybody but the run that started this target from its data.
type Guard struct {
	// secret is empty where the target was started by hand: then it answers anybody.
	secret string
	// origin whose pages may read.
	origin string
	// hosts that a request may be for.
	hosts []string
}

// NewGuard takes the settings as they are in the environment, and the address at which the target listens.
func NewGuard(secret, origin, hosts, address string) *Guard {
	if origin == "" {
		origin = "*"
	}
	known := []string{address, "127.0.0.1", "localhost", "::1"}
	return &Guard{secret, origin, append(known, strings.Split(strings.ToLower(hosts), ",")...)}
}

// Origin for the header that says whose pages may read.
func (g *Guard) Origin() string { return g.origin }

// Refuses says why a request is not to be answered; nil where it is. Pages of no origin are to read that.
func (g *Guard) Refuses(r *http.Request) *Problem {
	switch {
	case g.secret == "":
		return nil
	case !g.isKnown(r):
		return &Problem{Status: http.StatusMisdirectedRequest, Detail: "this target is not " + r.Host}
	case r.Method == http.MethodOptions, r.Method == http.MethodGet && r.URL.Path == "/about":
		return nil
	case !g.isTold(r):
		return &Problem{
			Status: http.StatusForbidden, Detail: "answered with the secret of the run alone", Parameter: secretParameter,
		}
	}
	return nil
}

// isKnown is false for a name that somebody else's DNS has pointed here.
func (g *Guard) isKnown(r *http.Request) bool {
	host := strings.ToLower((&url.URL{Host: r.Host}).Hostname())
	if slices.Contains(g.hosts, host) {
		return host != ""
	}
	// Listening at every address, it has as many as the machine.
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	own, _, err := net.SplitHostPort(local.String())
	return err == nil && own == host
}

// isTold looks for the secret as it stands: the query is read once, when it is known that it is to be answered.
func (g *Guard) isTold(r *http.Request) bool {
	told, times := "", 0
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if value, isSecret := strings.CutPrefix(pair, secretParameter+"="); isSecret {
			told = value
			times++
		}
	}
	return times == 1 && subtle.ConstantTimeCompare([]byte(told), []byte(g.secret)) == 1
}
