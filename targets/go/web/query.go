package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Query holds each parameter at most once, and none that would be ignored: an ignored wish is a wrong measurement.
type Query struct{ url.Values }

func ReadQuery(r *http.Request, known ...string) (Query, *Problem) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return Query{}, BadParameter("", "the query is malformed: "+err.Error())
	}
	for name, given := range values {
		if name == secretParameter {
			continue
		}
		if !slices.Contains(known, name) {
			return Query{}, BadParameter(name, "no such parameter", Any(known)...)
		}
		if len(given) > 1 {
			return Query{}, BadParameter(name, "given twice")
		}
	}
	return Query{values}, nil
}

// EndsConnection tells early what is read later, with everything else: that the answer is its connection's last. What a page
// asks before it posts (OPTIONS) ends none, whatever the protocol: the post follows at once, and a GOAWAY would meet it.
func EndsConnection(r *http.Request) bool {
	return r.Method != http.MethodOptions && strings.Contains(r.URL.RawQuery, "connection=close")
}

// Whole is a whole number between least and most; absent stands for a parameter that is not there, unless it is negative.
func (q Query) Whole(name string, least, most, absent int) (int, *Problem) {
	text, given := q.Get(name), q.Has(name)
	if !given && absent >= 0 {
		return absent, nil
	}
	value, err := strconv.ParseUint(text, 10, 32)
	if err == nil && int(value) >= least && int(value) <= most {
		return int(value), nil
	}
	seen := "is missing"
	if given {
		seen = fmt.Sprintf("is %q", text)
	}
	return 0, BadParameter(name, fmt.Sprintf("%s: a whole number from %d to %d is wanted", seen, least, most))
}

// Flag is true where the parameter has this value, and false where it is absent.
func (q Query) Flag(name, on string) (bool, *Problem) {
	if value := q.Get(name); q.Has(name) && value != on {
		return false, BadParameter(name, fmt.Sprintf("is %q", value), on)
	}
	return q.Has(name), nil
}
