package transit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The file is the one that every implementation is held to.
func TestAnswersAreThoseOfEveryImplementation(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "src", "data", "transit", "testdata", "transit-calls.json"))
	if err != nil {
		t.Fatal(err)
	}
	var calls map[string]struct {
		Operation string
		Request   json.RawMessage
		Answer    json.RawMessage
	}
	if err := json.Unmarshal(text, &calls); err != nil {
		t.Fatal(err)
	}
	if len(calls) < 6 {
		t.Fatalf("%d calls", len(calls))
	}
	for name, call := range calls {
		got, err := answer(call.Operation, call.Request)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := compact(t, call.Answer); string(got) != want {
			t.Errorf("%s:\n%s\ninstead of\n%s", name, got, want)
		}
	}
}

func answer(operation string, body []byte) ([]byte, error) {
	switch operation {
	case "init":
		return answered(body, &InitRequest{}, Init)
	case "checkname":
		return answered(body, &CheckNameRequest{}, CheckName)
	default:
		return answered(body, &GetRouteRequest{}, GetRoute)
	}
}

func answered[Q interface{ Check() error }, A any](body []byte, request Q, method func(Q) (A, error)) ([]byte, error) {
	if err := json.Unmarshal(body, request); err != nil {
		return nil, err
	}
	if err := request.Check(); err != nil {
		return nil, err
	}
	answer, err := method(request)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

// compact is the same document without white space, its members in their order.
func compact(t *testing.T, document json.RawMessage) string {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWhatIsOutOfRangeIsRefused(t *testing.T) {
	for _, each := range []struct{ operation, request string }{
		{"init", `{"id":"1"}`},
		{"checkname", `{"id":"1","language":"de","point":{"name":"a","type":"STATION"},"types":["STATION"],"maxPoints":101}`},
		{"getroute", `{"id":"1","language":"de","start":{"name":"a"},"destination":{"name":"b","type":"STATION"},"date":"2011-06-27","time":"09:41","timeIsDeparture":true}`},
		{"getroute", `{"id":"1","language":"de","start":{"name":"a","type":"STATION"},"destination":{"name":"b","type":"STATION"},"date":"2011-06-27","time":"9:41","timeIsDeparture":true}`},
	} {
		if _, err := answer(each.operation, []byte(each.request)); err == nil {
			t.Errorf("%s %s is answered", each.operation, each.request)
		}
	}
}
