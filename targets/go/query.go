package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// query holds each parameter at most once, and none that would be ignored: an ignored wish is a wrong measurement.
type query map[string]string

func readQuery(r *http.Request, known ...string) (query, *problem) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, badParameter("", "the query is malformed: "+err.Error())
	}
	q := query{}
	for name, given := range values {
		if !slices.Contains(known, name) {
			allowed := make([]any, len(known))
			for i, each := range known {
				allowed[i] = each
			}
			return nil, badParameter(name, "no such parameter", allowed...)
		}
		if len(given) > 1 {
			return nil, badParameter(name, "given twice")
		}
		q[name] = given[0]
	}
	return q, nil
}

// whole is a whole number between least and most; absent stands for a parameter that is not there, unless it is negative.
func (q query) whole(name string, least, most, absent int) (int, *problem) {
	text, given := q[name]
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
	return 0, badParameter(name, fmt.Sprintf("%s: a whole number from %d to %d is wanted", seen, least, most))
}

// flag is true where the parameter has this value, and false where it is absent.
func (q query) flag(name, on string) (bool, *problem) {
	value, given := q[name]
	if given && value != on {
		return false, badParameter(name, fmt.Sprintf("is %q", value), on)
	}
	return given, nil
}
