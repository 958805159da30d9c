package data

import (
	"encoding/binary"
	"encoding/json"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
)

// object is one that no struct describes: its keys vary, or their order does. It keeps them as they came.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	body := []byte{'{'}
	for i, member := range o {
		if i > 0 {
			body = append(body, ',')
		}
		key, err := json.Marshal(member.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		body = append(append(append(body, key...), ':'), value...)
	}
	return append(body, '}'), nil
}

// EncodeMsgpack writes a map.
func (o object) EncodeMsgpack(encoder *msgpack.Encoder) error {
	if err := encoder.EncodeMapLen(len(o)); err != nil {
		return err
	}
	for _, member := range o {
		if err := encoder.EncodeString(member.key); err != nil {
			return err
		}
		if err := encoder.Encode(member.value); err != nil {
			return err
		}
	}
	return nil
}

// mapOfCBOR is the major type of maps; its head has their length in so many bytes more.
const (
	mapOfCBOR  = 5 << 5
	twoBytes   = 25
	fourBytes  = 26
	oneByte    = 24
	mostInHead = 23
)

// MarshalCBOR writes a map of definite length with the shortest head.
func (o object) MarshalCBOR() ([]byte, error) {
	var body []byte
	switch n := len(o); {
	case n <= mostInHead:
		body = []byte{mapOfCBOR | byte(n)}
	case n < 1<<8:
		body = []byte{mapOfCBOR | oneByte, byte(n)}
	case n < 1<<16:
		body = binary.BigEndian.AppendUint16([]byte{mapOfCBOR | twoBytes}, uint16(n))
	default:
		body = binary.BigEndian.AppendUint32([]byte{mapOfCBOR | fourBytes}, uint32(n))
	}
	for _, member := range o {
		for _, part := range []any{member.key, member.value} {
			encoded, err := cbor.Marshal(part)
			if err != nil {
				return nil, err
			}
			body = append(body, encoded...)
		}
	}
	return body, nil
}
