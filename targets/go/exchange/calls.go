package exchange

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sort"
	"strings"
	"time"

	"wirefare/targets/go/data"
	"wirefare/targets/go/data/transit"
	"wirefare/targets/go/formats"
	"wirefare/targets/go/web"
)

const (
	callPath = "/call/"
	// mostRequestBytes of a call's body.
	mostRequestBytes = 1_000_000
	// preflightSeconds for which a page remembers what it may post.
	preflightSeconds = "7200"
)

// request is what a call decodes.
type request interface {
	// Check tells what a decoder leaves open: what is missing.
	Check() error
}

// operation makes an empty request, and answers a decoded one.
type operation struct {
	request func() request
	answer  func(request) (any, error)
}

// operations by name: lists of the published datasets that are here, and the methods of the transit service.
func operations(datasets map[string]data.Source) map[string]operation {
	all := map[string]operation{
		"init":      method(func() *transit.InitRequest { return &transit.InitRequest{} }, transit.Init),
		"checkname": method(func() *transit.CheckNameRequest { return &transit.CheckNameRequest{} }, transit.CheckName),
		"getroute":  method(func() *transit.GetRouteRequest { return &transit.GetRouteRequest{} }, transit.GetRoute),
	}
	for name, empty := range map[string]func() listRequest{
		"book":  func() listRequest { return &formats.BooksRequest{} },
		"video": func() listRequest { return &formats.VideosRequest{} },
		"file":  func() listRequest { return &formats.FilesRequest{} },
	} {
		if source := datasets[name]; source != nil {
			all[name+"s"] = listOf(source, empty)
		}
	}
	return all
}

func method[Q request, A any](empty func() Q, answer func(Q) (A, error)) operation {
	return operation{
		request: func() request { return empty() },
		answer:  func(asked request) (any, error) { return answer(asked.(Q)) },
	}
}

type listRequest interface {
	request
	Count() int
}

func listOf(source data.Source, empty func() listRequest) operation {
	return operation{
		request: func() request { return empty() },
		answer: func(asked request) (any, error) {
			n := asked.(listRequest).Count()
			if n < 1 || n > source.MaxN() {
				return nil, fmt.Errorf("n is %d: a whole number from 1 to %d is wanted", n, source.MaxN())
			}
			return source.Fresh(n, 0), nil
		},
	}
}

// CallFeatures are what /about says of calls.
func (s *Server) CallFeatures() map[string]any {
	names := make([]string, 0, len(s.operations))
	for name := range s.operations {
		names = append(names, name)
	}
	sort.Strings(names)
	return map[string]any{"operations": names, "formats": formats.Encoders(formats.OfCalls)}
}

// IsCall tells whether a path is that of a call.
func IsCall(path string) bool { return strings.HasPrefix(path, callPath) }

// ServeCall decodes, does what is asked, encodes, compresses and sends.
func (s *Server) ServeCall(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, callPath)
	called, isThere := s.operations[name]
	if !isThere {
		(&web.Problem{Status: http.StatusNotFound, Detail: fmt.Sprintf("no operation %q here", name)}).Send(w)
		return
	}
	switch r.Method {
	case http.MethodPost:
	case http.MethodOptions:
		header := w.Header()
		header.Set("Access-Control-Allow-Methods", http.MethodPost)
		header.Set("Access-Control-Allow-Headers", "Content-Type, SOAPAction")
		header.Set("Access-Control-Max-Age", preflightSeconds)
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		w.Header().Set("Allow", http.MethodPost+", "+http.MethodOptions)
		(&web.Problem{Status: http.StatusMethodNotAllowed, Detail: "a call is posted"}).Send(w)
		return
	}
	o, body, p := readCall(w, r)
	if p != nil {
		p.Send(w)
		return
	}
	o.call(w, r, called, body)
}

// readCall reads all that comes before the decoding.
func readCall(w http.ResponseWriter, r *http.Request) (output, []byte, *web.Problem) {
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	format := formats.OfMediaType(mediaType)
	if format == nil {
		detail := fmt.Sprintf("calls do not come as %q", mediaType)
		return output{}, nil, &web.Problem{Status: http.StatusUnsupportedMediaType, Detail: detail}
	}
	q, p := web.ReadQuery(r, outputParameters...)
	if p != nil {
		return output{}, nil, p
	}
	o, p := readOutput(q, format)
	if p != nil {
		return o, nil, p
	}
	if r.ContentLength > mostRequestBytes {
		return o, nil, tooLong()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostRequestBytes))
	var exceeded *http.MaxBytesError
	switch {
	case errors.As(err, &exceeded):
		return o, nil, tooLong()
	case err != nil:
		return o, nil, web.BadParameter("", "the body did not come wholly")
	}
	return o, body, nil
}

func tooLong() *web.Problem {
	detail := fmt.Sprintf("at most %d bytes are taken", mostRequestBytes)
	return &web.Problem{Status: http.StatusRequestEntityTooLarge, Detail: detail}
}

func (o output) call(w http.ResponseWriter, r *http.Request, called operation, body []byte) {
	asked := called.request()
	work := make(Work, 0, usualWorkBytes)
	began := time.Now()
	err := o.format.Decode(body, asked)
	if err == nil {
		err = asked.Check()
	}
	work.Note("decode", began)
	var value any
	if err == nil {
		began = time.Now()
		value, err = called.answer(asked)
		work.Note("compute", began)
	}
	if err != nil {
		web.BadParameter("", err.Error()).Send(w)
		return
	}
	o.answer(w, r, value, &work)
}
