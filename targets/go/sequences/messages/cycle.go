package messages

// alphabet has 64 characters of one byte each that no transport and no quoting changes.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Cycle holds the different messages of a sequence in one piece of memory.
type Cycle struct {
	slab []byte
	// ends[i] is where message i ends.
	ends []int
}

// NewCycle makes them from the seed: one stream of draws runs through all messages, one draw a byte behind the head.
func NewCycle(body string, size SizePolicy, count int, seed uint32) *Cycle {
	sizes := Sizes(size, count, seed)
	cycle := &Cycle{ends: make([]int, len(sizes))}
	total := 0
	for i, bytes := range sizes {
		total += bytes
		cycle.ends[i] = total
	}
	cycle.slab = make([]byte, total)
	random := NewXorshift(seed)
	for number := range sizes {
		message := cycle.At(number)
		for i := HeadBytes; i < len(message); i++ {
			if draw := random.Next(); body == "text" {
				message[i] = alphabet[draw&63]
			} else {
				message[i] = byte(draw)
			}
		}
		WriteHead(message, number)
	}
	return cycle
}

// Len is the number of different messages.
func (c *Cycle) Len() int { return len(c.ends) }

// At is message i of the sequence, which must not be changed.
func (c *Cycle) At(i int) []byte {
	i %= len(c.ends)
	from := 0
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.slab[from:c.ends[i]:c.ends[i]]
}
