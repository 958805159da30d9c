package exchange

import (
	"net/http"
	"slices"
	"sort"
	"time"

	"wirefare/targets/go/compress"
	"wirefare/targets/go/data"
	"wirefare/targets/go/formats"
	"wirefare/targets/go/web"
)

// Server answers exchanges. What it keeps between them is the stored data alone.
type Server struct {
	bytes rawBytes
	// datasets by name, published and people's own.
	datasets map[string]data.Source
	own      []*data.Own
	maxN     int
	// operations by name.
	operations map[string]operation
}

// NewServer serves the published datasets of these names, all where none is named, and people's own data of these
// folders.
func NewServer(names []string, maxN int, folders []string) (*Server, error) {
	datasets := data.Published(names, maxN)
	s := &Server{datasets: datasets, maxN: maxN, operations: operations(datasets)}
	for _, folder := range folders {
		own, err := data.ReadOwn(folder)
		if err != nil {
			return nil, err
		}
		s.own = append(s.own, own)
		datasets[own.Name] = own
	}
	return s, nil
}

// Features are what /about says of exchanges.
func (s *Server) Features() map[string]any {
	compressions := map[string][]int{}
	for _, each := range compress.All {
		compressions[each.Name] = each.Levels
	}
	return map[string]any{
		"datasets":     s.published(),
		"payloads":     s.ownFeatures(),
		"maxN":         s.maxN,
		"formats":      formats.Encoders(formats.All),
		"compressions": compressions,
		"computations": data.Computations,
		"calls":        s.CallFeatures(),
	}
}

func (s *Server) names() []string {
	names := make([]string, 0, len(s.datasets))
	for name := range s.datasets {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (s *Server) published() []string {
	return slices.DeleteFunc(s.names(), func(name string) bool {
		return slices.ContainsFunc(s.own, func(own *data.Own) bool { return own.Name == name })
	})
}

func (s *Server) ownFeatures() []map[string]any {
	all := []map[string]any{}
	for _, own := range s.own {
		all = append(all, map[string]any{"name": own.Name, "shape": own.Shape, "count": own.Count, "maxN": own.MaxN()})
	}
	return all
}

// ServeExchange computes, encodes, compresses and sends, in this order and anew each time.
func (s *Server) ServeExchange(w http.ResponseWriter, r *http.Request) {
	a, p := s.readAsked(r)
	if p != nil {
		p.Send(w)
		return
	}
	value := a.source.Fresh(a.n, a.message)
	work := make(Work, 0, usualWorkBytes)
	began := time.Now()
	a.compute(value)
	work.Note("compute", began)
	a.output.answer(w, r, value, &work)
}

// parameters say what is wanted, and in which form.
var parameters = append([]string{"dataset", "n", "format", "compute", "message"}, outputParameters...)

// asked is an exchange that can be had.
type asked struct {
	output
	source     data.Source
	compute    func(fresh any)
	n, message int
}

func (s *Server) readAsked(r *http.Request) (*asked, *web.Problem) {
	q, p := web.ReadQuery(r, parameters...)
	if p != nil {
		return nil, p
	}
	a := &asked{}
	if !q.Has("dataset") {
		return nil, web.BadParameter("dataset", "is missing")
	}
	name := q.Get("dataset")
	if a.source = s.datasets[name]; a.source == nil {
		return nil, web.NotSupported("dataset", name, web.Any(s.names())...)
	}
	if a.n, p = q.Whole("n", 1, a.source.MaxN(), -1); p != nil {
		return nil, p
	}
	if !q.Has("format") {
		return nil, web.BadParameter("format", "is missing")
	}
	format := formats.Named(q.Get("format"))
	if format == nil {
		return nil, web.NotSupported("format", q.Get("format"))
	}
	if _, isOwn := a.source.(*data.Own); isOwn && !format.TakesAll {
		return nil, web.NotSupported("format", format.Name, formats.TakingAll...)
	}
	if a.output, p = readOutput(q, format); p != nil {
		return nil, p
	}
	return a, a.readWork(q)
}

// readWork is what is done with which of the values.
func (a *asked) readWork(q web.Query) *web.Problem {
	computation := "none"
	if q.Has("compute") {
		computation = q.Get("compute")
	}
	if slices.Contains(data.Computations, computation) {
		a.compute = a.source.Compute(computation)
	}
	if a.compute == nil {
		return web.NotSupported("compute", computation, web.Any(data.Computations)...)
	}
	if !q.Has("message") {
		return nil
	}
	if a.source.Bodies() == 0 {
		return web.BadParameter("message", "these data are not messages")
	}
	var p *web.Problem
	a.message, p = q.Whole("message", 0, a.source.Bodies()-1, 0)
	return p
}
