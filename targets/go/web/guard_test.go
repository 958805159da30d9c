package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestOnlyWhoWasToldTheSecretIsAnswered(t *testing.T) {
	secret := strings.Repeat("0f", 16)
	guard := NewGuard(secret, "http://127.0.0.1:40001", "lab.example", "10.1.2.3")
	for _, each := range []struct {
		method, host, path string
		want               int
	}{
		{"GET", "127.0.0.1:1", "/exchange?secret=" + secret, 0},
		{"GET", "[::1]:1", "/exchange?secret=" + secret, 0},
		{"GET", "10.1.2.3", "/exchange?secret=" + secret, 0},
		{"GET", "LAB.example:7", "/exchange?secret=" + secret, 0},
		{"GET", "evil.example", "/exchange?secret=" + secret, 421},
		{"GET", "evil.example", "/about", 421},
		{"GET", "", "/about", 421},
		{"GET", "localhost", "/about", 0},
		{"HEAD", "localhost", "/about", 403},
		{"OPTIONS", "localhost", "/message", 0},
		{"GET", "localhost", "/exchange?n=1&secret=" + secret + "&serial=2", 0},
		{"GET", "localhost", "/exchange?n=1&nosecret=" + secret, 403},
		{"GET", "localhost", "/exchange", 403},
		{"GET", "localhost", "/exchange?secret=" + secret[1:] + "1", 403},
		{"GET", "localhost", "/exchange?secret=", 403},
		{"GET", "localhost", "/exchange?secret=" + secret + "&secret=" + secret, 403},
		{"POST", "localhost", "/sequence", 403},
	} {
		r := httptest.NewRequest(each.method, each.path, nil)
		r.Host = each.host
		got := 0
		if p := guard.Refuses(r); p != nil {
			got = p.Status
		}
		if got != each.want {
			t.Errorf("%s %s at %q: %d, not %d", each.method, each.path, each.host, got, each.want)
		}
	}
	if anybody := NewGuard("", "", "", "127.0.0.1"); anybody.Refuses(httptest.NewRequest(http.MethodGet, "http://evil.example/exchange", nil)) != nil {
		t.Error("started by hand it answers anybody")
	}
}
