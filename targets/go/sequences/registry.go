package sequences

import (
	"strconv"
	"sync"
	"time"

	"wirefare/targets/go/web"
)

const forgottenAfter = 60 * time.Second

// registry has the sequences that are under way by their names.
type registry struct {
	mutex     sync.Mutex
	sequences map[string]*sequence
	last      int
}

func newRegistry() *registry {
	return &registry{sequences: map[string]*sequence{}}
}

// nextID of a sequence that is about to be made, outside of the lock: making messages takes a while.
func (g *registry) nextID() string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.last++
	return strconv.Itoa(g.last)
}

func (g *registry) add(q *sequence) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.sequences[q.id] = q
}

// named asks after a sequence, which is not forgotten therefore.
func (g *registry) named(id string) (*sequence, *web.Problem) {
	g.mutex.Lock()
	q := g.sequences[id]
	g.mutex.Unlock()
	if q == nil {
		return nil, web.BadParameter("sequence", "there is no sequence "+strconv.Quote(id))
	}
	q.touch()
	return q, nil
}

func (g *registry) forget(q *sequence, why error) {
	g.mutex.Lock()
	delete(g.sequences, q.id)
	g.mutex.Unlock()
	q.end(why)
}

// forgetIdle ends those that nobody asks after, for as long as the process lives.
func (g *registry) forgetIdle() {
	for range time.Tick(forgottenAfter / 4) {
		g.mutex.Lock()
		var idle []*sequence
		for _, q := range g.sequences {
			if q.idle() > forgottenAfter {
				idle = append(idle, q)
			}
		}
		g.mutex.Unlock()
		for _, q := range idle {
			g.forget(q, errForgotten)
		}
	}
}
