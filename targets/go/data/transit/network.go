package transit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"wirefare/targets/go/data"
)

const (
	seed         = 20_110_627
	stationCount = 144
	stationType  = "STATION"
)

var (
	beginnings = strings.Fields("Alten Barm Berg Blanken Borg Bram Dulen Eidel Eppen Fuhls Groß Grün Hagen Hammer Horn " +
		"Hummels Klein Langen Lohe Lübe Mühlen Neu Nien Ochsen Öjen Rahl Schnel Sten Süder Uhlen Volks Wands")
	endings = strings.Fields("beck bek berg brook brücke bürg büttel dorf feld fleet hafen horst hude kamp moor mühle ort " +
		"see stedt stieg tor werder wiek wisch")
	additions = []string{"", "", "", "", " Markt", " Mitte", " Straße", " Süd"}
)

// place is a municipality, in hundred thousandths of a degree.
type place struct {
	name                string
	latitude, longitude int
}

var hamburg = place{"Hamburg", 5_355_000, 999_000}

var municipalities = []place{
	hamburg, hamburg, hamburg, hamburg,
	{"Ahrensburg", 5_367_500, 1_023_500},
	{"Glinde", 5_354_000, 1_021_000},
	{"Norderstedt", 5_370_000, 1_001_000},
	{"Pinneberg", 5_365_500, 979_500},
}

var lineTypes = []struct {
	kind  string
	names []string
}{
	{"U-Bahn", []string{"U1", "U2", "U3", "U4"}},
	{"S-Bahn", []string{"S1", "S11", "S2", "S21", "S3", "S31"}},
	{"Regionalbahn", []string{"RB61", "RB81"}},
	{"Schnellbus", []string{"31", "34", "36", "37"}},
}

// station has its place in the network as its number.
type station struct {
	number                  int
	id, name, lower         string
	municipality            string
	latitudeE5, longitudeE5 int
	lines                   []string
}

type line struct {
	number     int
	name, kind string
	stops      []*station
}

// The network is always the same one.
var stations, lines = drawNetwork()

func drawNetwork() ([]*station, []*line) {
	random := data.NewRandom(seed)
	stations := drawStations(random)
	var lines []*line
	for _, each := range lineTypes {
		for _, name := range each.names {
			lines = append(lines, drawLine(random, stations, len(lines), name, each.kind))
		}
	}
	return stations, lines
}

func drawStations(random *data.Random) []*station {
	names := map[string]bool{}
	stations := make([]*station, stationCount)
	for i := range stations {
		name := drawName(random)
		for names[name] {
			name = drawName(random)
		}
		names[name] = true
		in := municipalities[random.Below(len(municipalities))]
		latitude := in.latitude + random.Below(6_001) - 3_000
		longitude := in.longitude + random.Below(6_001) - 3_000
		stations[i] = &station{
			number: i, id: "hh:" + strconv.Itoa(10_001+i), name: name, lower: strings.ToLower(name),
			municipality: in.name, latitudeE5: latitude, longitudeE5: longitude,
		}
	}
	return stations
}

func drawName(random *data.Random) string {
	beginning := beginnings[random.Below(len(beginnings))]
	ending := endings[random.Below(len(endings))]
	return beginning + ending + additions[random.Below(len(additions))]
}

func drawLine(random *data.Random, stations []*station, number int, name, kind string) *line {
	drawn := &line{number: number, name: name, kind: kind}
	for count := 12 + random.Below(9); len(drawn.stops) < count; {
		if stop := stations[random.Below(len(stations))]; !slices.Contains(drawn.stops, stop) {
			drawn.stops = append(drawn.stops, stop)
		}
	}
	slices.SortFunc(drawn.stops, func(a, b *station) int {
		if number%2 == 1 {
			return cmp.Or(cmp.Compare(a.latitudeE5, b.latitudeE5), cmp.Compare(a.number, b.number))
		}
		return cmp.Or(cmp.Compare(a.longitudeE5, b.longitudeE5), cmp.Compare(a.number, b.number))
	})
	for _, stop := range drawn.stops {
		stop.lines = append(stop.lines, name)
	}
	return drawn
}

// point of a station, made anew.
func (s *station) point(withCoordinates, withLines bool) Point {
	p := Point{ID: s.id, Name: s.name, Municipality: s.municipality, Type: stationType}
	if withCoordinates {
		latitude, longitude := float64(s.latitudeE5)/100_000, float64(s.longitudeE5)/100_000
		p.Latitude, p.Longitude = &latitude, &longitude
	}
	if withLines {
		p.Lines = slices.Clone(s.lines)
	}
	return p
}

// find the station that a request means; nil where there is none.
func find(p *AskedPoint) *station {
	lower := strings.ToLower(*p.Name)
	for _, s := range stations {
		if (p.ID != nil && s.id == *p.ID) || (p.ID == nil && s.lower == lower) {
			return s
		}
	}
	return nil
}

func isOn(flag *bool) bool { return flag != nil && *flag }
