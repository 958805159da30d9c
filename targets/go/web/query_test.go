package web

import (
	"net/http/httptest"
	"testing"
)

func TestAPreflightEndsNoConnection(t *testing.T) {
	for method, want := range map[string]bool{"GET": true, "POST": true, "OPTIONS": false} {
		asked := httptest.NewRequest(method, "/call/books?connection=close", nil)
		if EndsConnection(asked) != want {
			t.Errorf("%s: %t, not %t", method, !want, want)
		}
	}
	if EndsConnection(httptest.NewRequest("GET", "/exchange?n=1", nil)) {
		t.Error("nobody asked for it")
	}
}
