// Package transit is a service that tells travellers how to go: three methods over a made-up network (targets/DATA.md).
package transit

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// What is nil in a request was not in it.

// InitRequest asks what the service is.
type InitRequest struct {
	XMLName  xml.Name `json:"-" xml:"initRequest"`
	ID       *string  `json:"id" xml:"id"`
	Language *string  `json:"language" xml:"language"`
	Client   *string  `json:"client" xml:"client"`
	Keys     []string `json:"keys" xml:"keys"`
}

// CheckNameRequest asks which stations are meant.
type CheckNameRequest struct {
	XMLName         xml.Name    `json:"-" xml:"checkNameRequest"`
	ID              *string     `json:"id" xml:"id"`
	Language        *string     `json:"language" xml:"language"`
	Point           *AskedPoint `json:"point" xml:"point"`
	Types           []string    `json:"types" xml:"types"`
	MaxPoints       *int32      `json:"maxPoints" xml:"maxPoints"`
	WithCoordinates *bool       `json:"withCoordinates" xml:"withCoordinates"`
	WithLines       *bool       `json:"withLines" xml:"withLines"`
}

// GetRouteRequest asks for a route.
type GetRouteRequest struct {
	XMLName         xml.Name     `json:"-" xml:"getRouteRequest"`
	ID              *string      `json:"id" xml:"id"`
	Language        *string      `json:"language" xml:"language"`
	Start           *AskedPoint  `json:"start" xml:"start"`
	Destination     *AskedPoint  `json:"destination" xml:"destination"`
	Via             []AskedPoint `json:"via" xml:"via"`
	Date            *string      `json:"date" xml:"date"`
	Time            *string      `json:"time" xml:"time"`
	TimeIsDeparture *bool        `json:"timeIsDeparture" xml:"timeIsDeparture"`
	WithCoordinates *bool        `json:"withCoordinates" xml:"withCoordinates"`
	WithStops       *bool        `json:"withStops" xml:"withStops"`
}

// AskedPoint is a point as a request has it.
type AskedPoint struct {
	ID           *string  `json:"id" xml:"id"`
	Name         *string  `json:"name" xml:"name"`
	Municipality *string  `json:"municipality" xml:"municipality"`
	Type         *string  `json:"type" xml:"type"`
	Latitude     *float64 `json:"latitude" xml:"latitude"`
	Longitude    *float64 `json:"longitude" xml:"longitude"`
	Lines        []string `json:"lines" xml:"lines"`
}

// InitResponse says what the service is.
type InitResponse struct {
	XMLName        xml.Name   `json:"-" xml:"initResponse"`
	ReturnCode     string     `json:"returnCode" xml:"returnCode"`
	BeginOfService string     `json:"beginOfService,omitempty" xml:"beginOfService,omitempty"`
	EndOfService   string     `json:"endOfService,omitempty" xml:"endOfService,omitempty"`
	ID             string     `json:"id" xml:"id"`
	DataID         string     `json:"dataId" xml:"dataId"`
	BuildDate      string     `json:"buildDate,omitempty" xml:"buildDate,omitempty"`
	BuildTime      string     `json:"buildTime,omitempty" xml:"buildTime,omitempty"`
	BuildText      string     `json:"buildText,omitempty" xml:"buildText,omitempty"`
	Properties     []Property `json:"properties,omitempty" xml:"properties"`
}

// Property is what the service says of itself.
type Property struct {
	Key   string `json:"key" xml:"key"`
	Value string `json:"value" xml:"value"`
}

// CheckNameResponse has the stations that are meant.
type CheckNameResponse struct {
	XMLName    xml.Name `json:"-" xml:"checkNameResponse"`
	ReturnCode string   `json:"returnCode" xml:"returnCode"`
	ID         string   `json:"id" xml:"id"`
	Points     []Point  `json:"points" xml:"points"`
}

// GetRouteResponse has a route, or none.
type GetRouteResponse struct {
	XMLName    xml.Name `json:"-" xml:"getRouteResponse"`
	ReturnCode string   `json:"returnCode" xml:"returnCode"`
	ID         string   `json:"id" xml:"id"`
	Routes     []Route  `json:"routes" xml:"routes"`
}

// Point is a station as an answer has it.
type Point struct {
	ID           string   `json:"id" xml:"id"`
	Name         string   `json:"name" xml:"name"`
	Municipality string   `json:"municipality" xml:"municipality"`
	Type         string   `json:"type" xml:"type"`
	Latitude     *float64 `json:"latitude,omitempty" xml:"latitude"`
	Longitude    *float64 `json:"longitude,omitempty" xml:"longitude"`
	Lines        []string `json:"lines,omitempty" xml:"lines"`
}

// Route has a part for each way between two points.
type Route struct {
	Date      string      `json:"date" xml:"date"`
	Departure string      `json:"departure" xml:"departure"`
	Arrival   string      `json:"arrival" xml:"arrival"`
	Minutes   int32       `json:"minutes" xml:"minutes"`
	Parts     []RoutePart `json:"parts" xml:"parts"`
}

// RoutePart goes by one line.
type RoutePart struct {
	Line  RouteLine `json:"line" xml:"line"`
	From  Stop      `json:"from" xml:"from"`
	To    Stop      `json:"to" xml:"to"`
	Stops []Stop    `json:"stops,omitempty" xml:"stops"`
}

// RouteLine is the line of a part.
type RouteLine struct {
	Name      string `json:"name" xml:"name"`
	Type      string `json:"type" xml:"type"`
	Direction string `json:"direction" xml:"direction"`
}

// Stop is where a part begins, halts and ends.
type Stop struct {
	Point     Point  `json:"point" xml:"point"`
	Arrival   string `json:"arrival,omitempty" xml:"arrival,omitempty"`
	Departure string `json:"departure,omitempty" xml:"departure,omitempty"`
	Platform  string `json:"platform,omitempty" xml:"platform,omitempty"`
}

// Missing names the fields that a request must have and has not.
type Missing []string

func (m Missing) Error() string { return fmt.Sprintf("missing: %s", strings.Join(m, ", ")) }

func (m Missing) orNil() error {
	if len(m) == 0 {
		return nil
	}
	return m
}

func (m *Missing) unless(isThere bool, name string) {
	if !isThere {
		*m = append(*m, name)
	}
}

func (m *Missing) unlessPoint(p *AskedPoint, name string) {
	m.unless(p != nil, name)
	if p != nil {
		m.unless(p.Name != nil, name+".name")
		m.unless(p.Type != nil, name+".type")
	}
}

// Check tells what is missing.
func (r *InitRequest) Check() error {
	var m Missing
	m.unless(r.ID != nil, "id")
	m.unless(r.Language != nil, "language")
	return m.orNil()
}

// Check tells what is missing.
func (r *CheckNameRequest) Check() error {
	var m Missing
	m.unless(r.ID != nil, "id")
	m.unless(r.Language != nil, "language")
	m.unlessPoint(r.Point, "point")
	m.unless(len(r.Types) > 0, "types")
	m.unless(r.MaxPoints != nil, "maxPoints")
	return m.orNil()
}

// Check tells what is missing.
func (r *GetRouteRequest) Check() error {
	var m Missing
	m.unless(r.ID != nil, "id")
	m.unless(r.Language != nil, "language")
	m.unlessPoint(r.Start, "start")
	m.unlessPoint(r.Destination, "destination")
	for i := range r.Via {
		m.unlessPoint(&r.Via[i], fmt.Sprintf("via[%d]", i))
	}
	m.unless(r.Date != nil, "date")
	m.unless(r.Time != nil, "time")
	m.unless(r.TimeIsDeparture != nil, "timeIsDeparture")
	return m.orNil()
}
