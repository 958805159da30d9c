package formats

import (
	"bytes"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
)

var msgpackFormat = Format{
	Name:        "msgpack",
	ContentType: "application/vnd.msgpack",
	Encoder:     "vmihailenco/msgpack",
	TakesAll:    true,
	Encode: func(value any) ([]byte, error) {
		var body bytes.Buffer
		encoder := msgpack.NewEncoder(&body)
		encoder.SetCustomStructTag("json")
		encoder.UseCompactInts(true)
		encoder.UseCompactFloats(true)
		err := encoder.Encode(value)
		return body.Bytes(), err
	},
	Decode: func(body []byte, into any) error {
		decoder := msgpack.NewDecoder(bytes.NewReader(body))
		decoder.SetCustomStructTag("json")
		return decoder.Decode(into)
	},
}

// CBOR's library takes the names of fields from the tags of JSON where there are none of its own.
var cborFormat = Format{
	Name:        "cbor",
	ContentType: "application/cbor",
	Encoder:     "fxamacker/cbor",
	TakesAll:    true,
	Encode:      cbor.Marshal,
	Decode:      cbor.Unmarshal,
}
