package formats

import "encoding/json"

var jsonFormat = Format{
	Name:        "json",
	ContentType: "application/json",
	Encoder:     "encoding/json",
	Encode:      json.Marshal,
	Decode:      json.Unmarshal,
}
