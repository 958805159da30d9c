package transit

import (
	"fmt"
	"slices"
	"strings"
)

const (
	dataID     = "31.02.07"
	mostPoints = 100
)

var properties = map[string]string{
	"operator":    "Verkehrsverbund Unterelbe",
	"telephone":   "+49 40 555 0194",
	"website":     "https://fahrplan.example",
	"area":        "Hamburg und Umland",
	"tariff":      "Ringe A bis E",
	"currency":    "EUR",
	"timeZone":    "Europe/Berlin",
	"coordinates": "EPSG:4326",
	"maxVia":      "8",
	"languages":   "de, en",
	"realTime":    "U-Bahn, S-Bahn",
	"notice":      "Brückensperrung: Züge enden früher",
	"licence":     "Nur für Auskünfte",
}

// Init says what the service is, and the properties that are asked for; an unknown one has the empty text.
func Init(r *InitRequest) (*InitResponse, error) {
	answer := &InitResponse{ReturnCode: "OK", ID: *r.ID, DataID: dataID}
	if r.Keys == nil {
		return answer, nil
	}
	answer.BeginOfService, answer.EndOfService = "2011-06-12", "2011-12-10"
	answer.BuildDate, answer.BuildTime = "2011-06-09", "04:17:53"
	answer.BuildText = "Timetables of town and surroundings"
	if *r.Language == "de" {
		answer.BuildText = "Fahrplandaten für Stadt und Umland"
	}
	for _, key := range r.Keys {
		answer.Properties = append(answer.Properties, Property{key, properties[key]})
	}
	return answer, nil
}

// CheckName answers the stations whose names begin so, in whichever letters.
func CheckName(r *CheckNameRequest) (*CheckNameResponse, error) {
	most := int(*r.MaxPoints)
	if most < 1 || most > mostPoints {
		return nil, fmt.Errorf("maxPoints is %d; it may be 1 to %d", most, mostPoints)
	}
	beginning := strings.ToLower(*r.Point.Name)
	answer := &CheckNameResponse{ReturnCode: "NOT_FOUND", ID: *r.ID, Points: []Point{}}
	if !slices.Contains(r.Types, stationType) {
		return answer, nil
	}
	for _, s := range stations {
		isElsewhere := r.Point.Municipality != nil && *r.Point.Municipality != s.municipality
		if isElsewhere || !strings.HasPrefix(s.lower, beginning) {
			continue
		}
		if len(answer.Points) == most {
			answer.ReturnCode = "TOO_MANY"
			break
		}
		answer.ReturnCode = "OK"
		answer.Points = append(answer.Points, s.point(isOn(r.WithCoordinates), isOn(r.WithLines)))
	}
	return answer, nil
}
