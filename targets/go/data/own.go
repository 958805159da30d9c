package data

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
)

// Own is somebody's own data, as the lab hands them over in a folder (targets/DATA.md): Go values of the types
// that their schema describes, as whoever has such data in Go would hold them.
type Own struct {
	// Name they are asked by, and Shape: list, document or messages.
	Name, Shape string
	// Count of the records or messages; 1 of a document.
	Count int
	// values of a list or of messages are a slice.
	values reflect.Value
	// drawn are indexes for lists of another length: whole passes, each shuffled.
	mutex  sync.Mutex
	random *Random
	drawn  []int
}

// described is what payload.json says.
type described struct {
	Name, Shape, Dictionary string
	Schema                  struct{ Root typeSpec }
}

// seedDigits of the folder's name seed the draws.
const seedDigits = 12

// ReadOwn reads a folder. What it holds must be what its name says.
func ReadOwn(folder string) (*Own, error) {
	about, err := os.ReadFile(filepath.Join(folder, "payload.json"))
	if err != nil {
		return nil, err
	}
	var head described
	if err := json.Unmarshal(about, &head); err != nil {
		return nil, fmt.Errorf("%s: payload.json: %w", folder, err)
	}
	parts := [][]byte{about}
	names := []string{"value.json"}
	if head.Dictionary != "" {
		names = []string{head.Dictionary, "value.json"}
	}
	for _, name := range names {
		part, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	digest := sha256.Sum256(bytes.Join(parts, []byte{'\n'}))
	name := filepath.Base(folder)
	if hex.EncodeToString(digest[:]) != name {
		return nil, fmt.Errorf("%s does not hold what its name says", folder)
	}
	seed, err := strconv.ParseInt(name[:seedDigits], 16, 64)
	if err != nil {
		return nil, err
	}
	ofAll := head.Schema.Root
	if head.Shape == "messages" {
		ofAll = typeSpec{Kind: "array", Items: &head.Schema.Root}
	}
	values, err := readValue(parts[len(parts)-1], ofAll)
	if err != nil {
		return nil, fmt.Errorf("%s: value.json: %w", folder, err)
	}
	own := &Own{Name: head.Name, Shape: head.Shape, Count: 1, values: values, random: NewRandom(seed)}
	if own.Shape != "document" {
		own.Count = values.Len()
	}
	return own, nil
}

// MaxN is the length to which a list may be drawn, which one without records cannot; 1 of others.
func (o *Own) MaxN() int {
	switch {
	case o.Shape != "list":
		return 1
	case o.Count == 0:
		return 0
	}
	return max(o.Count, MostRecords)
}

// Fresh is a list of its own of n records, the document, or the message of that number.
func (o *Own) Fresh(n, number int) any {
	switch {
	case o.Shape == "document":
		return o.values.Interface()
	case o.Shape == "messages":
		return o.values.Index(number).Interface()
	}
	fresh := reflect.MakeSlice(o.values.Type(), n, n)
	if n == o.Count {
		reflect.Copy(fresh, o.values)
		return fresh.Interface()
	}
	for i, index := range o.indexes(n) {
		fresh.Index(i).Set(o.values.Index(index))
	}
	return fresh.Interface()
}

// indexes of n records: passes through all, each shuffled as java.util.Collections does it.
func (o *Own) indexes(n int) []int {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for len(o.drawn) < n {
		pass := make([]int, o.Count)
		for i := range pass {
			pass[i] = i
		}
		for last := o.Count - 1; last > 0; last-- {
			other := o.random.Below(last + 1)
			pass[last], pass[other] = pass[other], pass[last]
		}
		o.drawn = append(o.drawn, pass...)
	}
	return o.drawn[:n]
}

// Compute is nil but for nothing: nobody has said how such data are sorted.
func (o *Own) Compute(computation string) func(fresh any) {
	if computation == "none" {
		return func(any) {}
	}
	return nil
}

// Bodies are its messages; 0 of others.
func (o *Own) Bodies() int {
	if o.Shape == "messages" {
		return o.Count
	}
	return 0
}
