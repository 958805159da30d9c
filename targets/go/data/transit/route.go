package transit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

const (
	changeMinutes = 4
	mostVia       = 8
	dayMinutes    = 24 * 60
	platforms     = 4
	onCall        = "Rufbus"
)

var (
	datePattern = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)
	timePattern = regexp.MustCompile(`^([01]\d|2[0-3]):([0-5]\d)$`)
)

// GetRoute answers one route, with a part for each way between two points; none where a station is unknown.
func GetRoute(r *GetRouteRequest) (*GetRouteResponse, error) {
	wanted, err := minutesIn(*r.Time)
	switch {
	case err != nil:
		return nil, err
	case !datePattern.MatchString(*r.Date):
		return nil, fmt.Errorf("date is %q; it is written 2011-06-27", *r.Date)
	case len(r.Via) > mostVia:
		return nil, fmt.Errorf("via has %d points; it may have %d", len(r.Via), mostVia)
	}
	found := []*station{find(r.Start)}
	for i := range r.Via {
		found = append(found, find(&r.Via[i]))
	}
	found = append(found, find(r.Destination))
	if slices.Contains(found, nil) {
		return &GetRouteResponse{ReturnCode: "NOT_FOUND", ID: *r.ID, Routes: []Route{}}, nil
	}
	return &GetRouteResponse{ReturnCode: "OK", ID: *r.ID, Routes: []Route{route(r, found, wanted)}}, nil
}

func route(r *GetRouteRequest, found []*station, wanted int) Route {
	legs := make([]leg, len(found)-1)
	minutes := (len(legs) - 1) * changeMinutes
	for i := range legs {
		legs[i] = legBetween(found[i], found[i+1])
		minutes += legs[i].minutes
	}
	departure := wanted
	if !*r.TimeIsDeparture {
		departure = wanted - minutes
	}
	parts := make([]RoutePart, len(legs))
	begins := departure
	for i, l := range legs {
		parts[i] = l.part(begins, isOn(r.WithCoordinates), isOn(r.WithStops))
		begins += l.minutes + changeMinutes
	}
	return Route{*r.Date, timeText(departure), timeText(departure + minutes), int32(minutes), parts}
}

// leg is the way from one station to another.
type leg struct {
	line    RouteLine
	stops   []legStop
	minutes int
}

type legStop struct {
	station  *station
	minutes  int
	platform string
}

// legBetween goes by the first line that has both, in either direction; else by a bus on call.
func legBetween(from, to *station) leg {
	for _, l := range lines {
		if slices.Contains(l.stops, from) && slices.Contains(l.stops, to) {
			return l.leg(from, to)
		}
	}
	minutes := 10 + (from.number+to.number)%30
	return leg{RouteLine{onCall, onCall, to.name}, []legStop{stopAt(from, 0, 0), stopAt(to, minutes, 0)}, minutes}
}

func (l *line) leg(from, to *station) leg {
	way := slices.Clone(l.stops)
	if slices.Index(way, from) > slices.Index(way, to) {
		slices.Reverse(way)
	}
	last := way[len(way)-1]
	way = way[slices.Index(way, from) : slices.Index(way, to)+1]
	minutes := 0
	var stops []legStop
	for i, s := range way {
		if i > 0 {
			minutes += 1 + (way[i-1].number+s.number)%3
		}
		stops = append(stops, stopAt(s, minutes, l.number))
	}
	if len(stops) == 1 {
		// A way from a station to itself has two ends like any other.
		stops = append(stops, stops[0])
	}
	return leg{RouteLine{l.name, l.kind, last.name}, stops, minutes}
}

func stopAt(s *station, minutes, line int) legStop {
	return legStop{s, minutes, strconv.Itoa(1 + (s.number+line)%platforms)}
}

func (l leg) part(begins int, withCoordinates, withStops bool) RoutePart {
	stops := make([]Stop, len(l.stops))
	for i, each := range l.stops {
		stops[i].Point = each.station.point(withCoordinates, false)
		if i > 0 {
			stops[i].Arrival = timeText(begins + each.minutes)
		}
		if i < len(stops)-1 {
			stops[i].Departure = timeText(begins + each.minutes)
		}
		if withStops {
			stops[i].Platform = each.platform
		}
	}
	part := RoutePart{Line: l.line, From: stops[0], To: stops[len(stops)-1]}
	if between := stops[1 : len(stops)-1]; withStops && len(between) > 0 {
		part.Stops = between
	}
	return part
}

func minutesIn(text string) (int, error) {
	parts := timePattern.FindStringSubmatch(text)
	if parts == nil {
		return 0, fmt.Errorf("time is %q; it is written 09:41", text)
	}
	hours, _ := strconv.Atoi(parts[1])
	minutes, _ := strconv.Atoi(parts[2])
	return hours*60 + minutes, nil
}

// timeText goes on from 00:00 after midnight.
func timeText(minutes int) string {
	ofDay := (minutes%dayMinutes + dayMinutes) % dayMinutes
	return fmt.Sprintf("%02d:%02d", ofDay/60, ofDay%60)
}
