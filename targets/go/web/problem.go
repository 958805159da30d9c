package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Problem is an answer that is no result (RFC 9457). parameter and allowed stand where a parameter is at fault.
type Problem struct {
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Parameter string `json:"parameter,omitempty"`
	Allowed   []any  `json:"allowed,omitempty"`
}

func (p *Problem) Error() string { return p.Detail }

func BadParameter(parameter, detail string, allowed ...any) *Problem {
	return &Problem{http.StatusBadRequest, detail, parameter, allowed}
}

func NotSupported(parameter, value string, allowed ...any) *Problem {
	return &Problem{http.StatusNotImplemented, fmt.Sprintf("%s %q is not supported", parameter, value), parameter, allowed}
}

// Any are the values that a parameter may take, of whatever type.
func Any[T any](values []T) []any {
	all := make([]any, len(values))
	for i, each := range values {
		all[i] = each
	}
	return all
}

func (p *Problem) Send(w http.ResponseWriter) {
	document := struct {
		Type  string `json:"type"`
		Title string `json:"title"`
		*Problem
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
