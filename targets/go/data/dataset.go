package data

import (
	"math"
	"slices"
)

// Source is data under a name, published or somebody's own.
type Source interface {
	// MaxN is the largest number of objects.
	MaxN() int
	// Fresh is a list of its own of the first n objects, or another value: that of its number.
	Fresh(n, number int) any
	// Compute works on a fresh value; nil where nothing can be computed on it but nothing.
	Compute(computation string) func(fresh any)
	// Bodies says how many other values there are; 0 where it is a list.
	Bodies() int
}

// repeats of cm2 that a computation is; cm1 is something of its own.
var repeats = map[string]int{"cm2": 1, "cm3": 10, "cm4": 100, "cm5": 1_000}

// Computations that targets may have.
var Computations = []string{"none", "cm1", "cm2", "cm3", "cm4", "cm5"}

// Published datasets by name, their first n objects drawn.
func Published(names []string, n int) map[string]Source {
	all := map[string]func() Source{
		"book":  func() Source { return draw(20_170_613, n, drawBook, bookByAuthor, bookOrders) },
		"video": func() Source { return draw(20_170_614, n, drawVideo, videoByTitle, videoOrders) },
		"file":  func() Source { return draw[File](0, n, drawFile, nil, nil) },
	}
	drawn := map[string]Source{}
	for name, draw := range all {
		if len(names) == 0 || slices.Contains(names, name) {
			drawn[name] = draw()
		}
	}
	return drawn
}

// dataset is the stored objects of a published one. Whoever gets them never changes one.
type dataset[T any] struct {
	stored []*T
	first  func(a, b *T) int
	orders []func(a, b *T) int
}

func draw[T any](seed int64, n int, one func(*Random, int) *T, first func(a, b *T) int, orders []func(a, b *T) int) Source {
	random := NewRandom(seed)
	stored := make([]*T, n)
	for i := range stored {
		stored[i] = one(random, i)
	}
	return &dataset[T]{stored, first, orders}
}

func (d *dataset[T]) MaxN() int { return len(d.stored) }

func (d *dataset[T]) Fresh(n, _ int) any { return slices.Clone(d.stored[:n]) }

func (d *dataset[T]) Bodies() int { return 0 }

func (d *dataset[T]) Compute(computation string) func(fresh any) {
	if computation == "none" {
		return func(any) {}
	}
	if d.first == nil {
		return nil
	}
	return func(fresh any) {
		list := fresh.([]*T)
		if computation == "cm1" {
			slices.SortStableFunc(list, d.first)
			return
		}
		for range repeats[computation] {
			for _, order := range d.orders {
				slices.SortStableFunc(list, order)
			}
		}
	}
}

// byBoolean has false before true.
func byBoolean(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// MostRecords of one's own that a list is made longer to, if it is not longer already.
const MostRecords = 1_000_000

// MostN is the largest number of objects that n can name at all.
const MostN = math.MaxInt32
