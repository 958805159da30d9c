package messages

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

// vectors were written by src/messages of the lab: both ends must make the same.
type vectors struct {
	Messages []struct {
		Seed   uint32
		Body   string
		Size   SizePolicy
		Count  int
		First  string
		Second string
		Sha256 string
	}
	Cycles []struct {
		Size   SizePolicy
		Count  int
		Length int
		Last   int
	}
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMessagesAreThoseOfTheLab(t *testing.T) {
	for _, v := range readVectors(t).Messages {
		cycle := NewCycle(v.Body, v.Size, v.Count, v.Seed)
		if cycle.Len() != v.Count {
			t.Fatalf("%+v: %d messages", v, cycle.Len())
		}
		if got := hex.EncodeToString(cycle.At(0)); got != v.First {
			t.Errorf("%+v: first is %s", v, got)
		}
		if got := hex.EncodeToString(cycle.At(1)); !strings.HasPrefix(got, v.Second) {
			t.Errorf("%+v: second is %s", v, got)
		}
		all := sha256.New()
		for i := range cycle.Len() {
			all.Write(cycle.At(i))
		}
		if got := hex.EncodeToString(all.Sum(nil)); got != v.Sha256 {
			t.Errorf("%+v: all of them are %s", v, got)
		}
		if !bytes.Equal(cycle.At(v.Count), cycle.At(0)) {
			t.Errorf("%+v: it does not begin again", v)
		}
	}
}

func TestCyclesAreAsLongAsThoseOfTheLab(t *testing.T) {
	for _, v := range readVectors(t).Cycles {
		sizes := Sizes(v.Size, v.Count, 7)
		if len(sizes) != v.Length || sizes[len(sizes)-1] != v.Last {
			t.Errorf("%+v: %d sizes, the last %d", v, len(sizes), sizes[len(sizes)-1])
		}
	}
}

// received takes count messages of a cycle of ten, as change lets them arrive.
func received(anyOrder bool, count int, change func(i int, message []byte) [][]byte) (*Receiver, string) {
	cycle := NewCycle("text", SizePolicy{Policy: "fixed", Bytes: 50}, 10, 7)
	r := NewReceiver(cycle.Len())
	if anyOrder {
		r.AllowAnyOrder()
	}
	for i := range count {
		for _, message := range change(i, bytes.Clone(cycle.At(i))) {
			r.Take(message)
		}
	}
	return r, r.Verdict(count)
}

func asTheyAre(_ int, message []byte) [][]byte { return [][]byte{message} }

func TestReceiverFindsEveryFault(t *testing.T) {
	for name, test := range map[string]struct {
		change func(i int, message []byte) [][]byte
		want   string
	}{
		"nothing": {asTheyAre, ""},
		"lost": {func(i int, m []byte) [][]byte {
			if i == 24 {
				return nil
			}
			return [][]byte{m}
		}, "1 of 25 messages did not arrive"},
		"doubled": {func(i int, m []byte) [][]byte {
			if i == 3 {
				return [][]byte{m, m}
			}
			return [][]byte{m}
		}, "message 4 is number 3, expected 4"},
		"changed": {func(i int, m []byte) [][]byte {
			if i == 13 {
				m[20] ^= 1
			}
			return [][]byte{m}
		}, "message 13 arrived changed"},
		"cut": {func(i int, m []byte) [][]byte {
			if i == 2 {
				m = m[:10]
			}
			return [][]byte{m}
		}, "message 2 has no head"},
	} {
		if _, got := received(false, 25, test.change); !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s: %q, not %q", name, got, test.want)
		}
	}
}

func TestWithoutPromisedOrderReorderingIsCountedAndLossIsFound(t *testing.T) {
	var held []byte
	overtaken := func(i int, m []byte) [][]byte {
		switch i {
		case 4:
			held = m
			return nil
		case 5:
			return [][]byte{m, held}
		}
		return [][]byte{m}
	}
	if r, got := received(true, 20, overtaken); got != "" || r.Reordered() != 1 {
		t.Errorf("%q, %d reordered", got, r.Reordered())
	}
	doubled := func(i int, m []byte) [][]byte {
		switch i {
		case 4:
			return nil
		case 5:
			return [][]byte{m, m}
		}
		return [][]byte{m}
	}
	if _, got := received(true, 20, doubled); got != "message 4 arrived 1 times" {
		t.Errorf("%q", got)
	}
}

func TestReceiverKeepsABoundedAmount(t *testing.T) {
	cycle := NewCycle("binary", SizePolicy{Policy: "fixed", Bytes: 100_000}, 10, 1)
	r := NewReceiver(cycle.Len())
	for i := range 2_000 {
		r.Take(cycle.At(i))
		if r.kept >= keptBytes {
			t.Fatalf("%d bytes are kept", r.kept)
		}
	}
	if r.checked == 0 || len(r.free) > keptBytes/blockBytes+1 {
		t.Errorf("%d checked, %d free blocks", r.checked, len(r.free))
	}
	if fault := r.Verdict(2_000); fault != "" {
		t.Error(fault)
	}
}

func TestFramesAreReadAsTheyWereWritten(t *testing.T) {
	var stream []byte
	want := [][]byte{{}, []byte("one"), bytes.Repeat([]byte("x"), 70_000), []byte("last")}
	for _, message := range want {
		stream = append(AppendLength(stream, len(message)), message...)
	}
	from := bufio.NewReader(bytes.NewReader(stream))
	var buffer []byte
	for i, message := range want {
		got, err := ReadFrame(from, buffer, 100_000)
		if err != nil || !bytes.Equal(got, message) {
			t.Fatalf("frame %d: %d bytes, %v", i, len(got), err)
		}
		buffer = got
	}
	var tooLong TooLong
	_, err := ReadFrame(bufio.NewReader(bytes.NewReader(AppendLength(nil, 101))), nil, 100)
	if !errors.As(err, &tooLong) || tooLong.Bytes != 101 {
		t.Errorf("a frame too long: %v", err)
	}
}
