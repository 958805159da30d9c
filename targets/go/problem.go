package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// problem is an answer that is no result (RFC 9457). parameter and allowed stand where a parameter is at fault.
type problem struct {
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Parameter string `json:"parameter,omitempty"`
	Allowed   []any  `json:"allowed,omitempty"`
}

func (p *problem) Error() string { return p.Detail }

func badParameter(parameter, detail string, allowed ...any) *problem {
	return &problem{http.StatusBadRequest, detail, parameter, allowed}
}

func notSupported(parameter, value string, allowed ...any) *problem {
	return &problem{http.StatusNotImplemented, fmt.Sprintf("%s %q is not supported", parameter, value), parameter, allowed}
}

func (p *problem) send(w http.ResponseWriter) {
	document := struct {
		Type  string `json:"type"`
		Title string `json:"title"`
		*problem
	}{"about:blank", http.StatusText(p.Status), p}
	body, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	w.Write(body)
}
