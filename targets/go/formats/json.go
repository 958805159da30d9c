package formats

import "encoding/json"

var jsonFormat = Format{
	Name:        "json",
	ContentType: "application/json",
	Encoder:     "encoding/json",
	TakesAll:    true,
	Encode:      json.Marshal,
	Decode:      json.Unmarshal,
}
