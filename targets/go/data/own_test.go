package data

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
)

const orders = `[{"id":1,"lines":[{"sku":"A-1","price":9.75}],"paid":true,"note":"Straße 7 – “hinten”","by":null},` +
	`{"id":9007199254740991,"lines":[],"paid":null,"by":{"name":""}},` +
	`{"id":-3,"lines":[{"sku":"","price":-0},{"sku":"b","price":4}],"paid":false,"by":null}]`

const ordersSchema = `{"name":"Orders","root":{"kind":"array","items":{"kind":"record","fields":[` +
	`{"name":"id","type":{"kind":"integer"},"optional":false},` +
	`{"name":"lines","optional":false,"type":{"kind":"array","items":{"kind":"record","fields":[` +
	`{"name":"sku","type":{"kind":"string"}},{"name":"price","type":{"kind":"double"}}]}}},` +
	`{"name":"paid","type":{"kind":"union","branches":[{"kind":"null"},{"kind":"boolean"}]}},` +
	`{"name":"note","type":{"kind":"string"},"optional":true},` +
	`{"name":"by","type":{"kind":"union","branches":[{"kind":"null"},{"kind":"record","fields":[` +
	`{"name":"name","type":{"kind":"string"}}]}]}}]}}}`

// odd is what no struct tells.
const odd = `{"z":1,"a, \"b\"":{"7":"seven","ü":null},"features":[{"at":[11.5,"x",3],"tags":{}}],"n":12345678901234567000}`

const oddSchema = `{"name":"Odd","root":{"kind":"record","orderVaries":false,"fields":[` +
	`{"name":"z","type":{"kind":"integer"}},{"name":"a, \"b\"","type":{"kind":"map"}},` +
	`{"name":"features","type":{"kind":"array","items":{"kind":"map"}}},{"name":"n","type":{"kind":"double"}}]}}`

func folderOf(t *testing.T, shape, schema, value string) string {
	about := `{"version":1,"name":"own","shape":"` + shape + `","schema":` + schema + `}`
	digest := sha256.Sum256([]byte(about + "\n" + value))
	folder := filepath.Join(t.TempDir(), hex.EncodeToString(digest[:]))
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"payload.json": about, "value.json": value} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func ownOf(t *testing.T, shape, schema, value string) *Own {
	own, err := ReadOwn(folderOf(t, shape, schema, value))
	if err != nil {
		t.Fatal(err)
	}
	return own
}

func asJSON(t *testing.T, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOwnDataAreWrittenAsTheyCame(t *testing.T) {
	list := ownOf(t, "list", ordersSchema, orders)
	if got := asJSON(t, list.Fresh(3, 0)); got != orders {
		t.Errorf("a list came as %s", got)
	}
	if kind := reflect.TypeOf(list.Fresh(3, 0)).Elem().Elem().Kind(); kind != reflect.Struct {
		t.Errorf("its records are %s", kind)
	}
	document := ownOf(t, "document", oddSchema, odd)
	if got := asJSON(t, document.Fresh(1, 0)); got != odd {
		t.Errorf("a document came as %s", got)
	}
	if _, err := ReadOwn(filepath.Dir(folderOf(t, "list", ordersSchema, orders))); err == nil {
		t.Error("a folder without data was read")
	}
}

func TestOwnDataAreTheSameInBinaryFormats(t *testing.T) {
	for _, own := range []*Own{ownOf(t, "list", ordersSchema, orders), ownOf(t, "document", oddSchema, odd)} {
		var want any
		if err := json.Unmarshal([]byte(asJSON(t, own.Fresh(own.Count, 0))), &want); err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		encoder := msgpack.NewEncoder(&packed)
		encoder.SetCustomStructTag("json")
		if err := encoder.Encode(own.Fresh(own.Count, 0)); err != nil {
			t.Fatal(err)
		}
		cborBody, err := cbor.Marshal(own.Fresh(own.Count, 0))
		if err != nil {
			t.Fatal(err)
		}
		var fromMsgpack, fromCBOR any
		if err := msgpack.Unmarshal(packed.Bytes(), &fromMsgpack); err != nil {
			t.Fatal(err)
		}
		mode, err := cbor.DecOptions{DefaultMapType: reflect.TypeFor[map[string]any]()}.DecMode()
		if err != nil {
			t.Fatal(err)
		}
		if err := mode.Unmarshal(cborBody, &fromCBOR); err != nil {
			t.Fatal(err)
		}
		for format, got := range map[string]any{"msgpack": fromMsgpack, "cbor": fromCBOR} {
			var read any
			json.Unmarshal([]byte(asJSON(t, got)), &read)
			if !reflect.DeepEqual(read, want) {
				t.Errorf("%s: %s", format, asJSON(t, got))
			}
		}
	}
}

func TestMessagesAreAskedByTheirNumber(t *testing.T) {
	own := ownOf(t, "messages", `{"root":{"kind":"string"}}`, `["a","b"]`)
	if own.Bodies() != 2 || own.MaxN() != 1 || own.Fresh(1, 1) != "b" {
		t.Errorf("%d messages, the second is %v", own.Bodies(), own.Fresh(1, 1))
	}
	if own.Compute("cm1") != nil {
		t.Error("something is computed on them")
	}
}

// The example of targets/DATA.md.
func TestListsOfAnotherLengthAreShuffledPasses(t *testing.T) {
	own := &Own{Shape: "list", Count: 10, random: NewRandom(42)}
	want := []int{4, 6, 2, 1, 7, 9, 8, 5, 3, 0, 7, 4, 5, 8, 1, 6, 0, 9, 2, 3}
	if got := own.indexes(20); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := reflect.ValueOf(ownOf(t, "list", ordersSchema, orders).Fresh(7, 0)).Len(); got != 7 {
		t.Errorf("%d records", got)
	}
}
