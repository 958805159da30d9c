package data

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"
)

// The digests of targets/DATA.md.
func TestDatasetsAreThePublishedOnes(t *testing.T) {
	for name, want := range map[string]string{
		"book":  "6bb85e36f600503de4dc69ce5f5999f5041a217ee1e8a758ecb53c92daace8b1",
		"video": "423d0ad3f6c668b3135c892459c505494c41e57f7032a34249c5f14ebaf2443e",
		"file":  "f6d6ba70b34d6504d7171137bd5d47f093a7d4ddbc0c3476ebddacf0b5633bef",
	} {
		body, err := json.Marshal(Published([]string{name}, 1_000)[name].Fresh(1_000, 0))
		if err != nil {
			t.Fatal(err)
		}
		digest := sha256.Sum256(body)
		if got := hex.EncodeToString(digest[:]); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestComputingLeavesTheStoredDataAsTheyWere(t *testing.T) {
	books := Published([]string{"book"}, 50)["book"]
	before := books.Fresh(50, 0).([]*Book)
	computed := books.Fresh(50, 0).([]*Book)
	books.Compute("cm3")(computed)
	if slices.Equal(before, computed) {
		t.Error("nothing was sorted")
	}
	if !slices.Equal(before, books.Fresh(50, 0).([]*Book)) {
		t.Error("the stored books were")
	}
	isSorted := slices.IsSortedFunc(computed, func(a, b *Book) int { return byBoolean(a.OnSale, b.OnSale) })
	if !isSorted {
		t.Error("the last order is that of onSale")
	}
}

func TestWhatNobodyPublishedAnOrderForIsNotSorted(t *testing.T) {
	if Published([]string{"file"}, 1)["file"].Compute("cm1") != nil {
		t.Error("files are sorted")
	}
}
