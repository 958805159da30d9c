package messages

// CycleBytes of different messages are made; then they repeat.
const CycleBytes = 32_000_000

// sizesStream sets sizes and contents of one seed apart.
const sizesStream = 0x51571ce5

// SizePolicy says how long the messages are, head and all: "fixed" and "growing" have Bytes, "random" Least and Most.
type SizePolicy struct {
	Policy string `json:"policy"`
	Bytes  int    `json:"bytes"`
	Least  int    `json:"least"`
	Most   int    `json:"most"`
}

// Sizes of each different message in order. A sequence of more messages begins again with the first; a growing one does
// not repeat.
func Sizes(size SizePolicy, count int, seed uint32) []int {
	random := NewXorshift(seed ^ sizesStream)
	var sizes []int
	for i, total := 0, 0; i < count && (total < CycleBytes || size.Policy == "growing"); i++ {
		bytes := size.Bytes
		switch size.Policy {
		case "growing":
			bytes = size.Bytes * (i + 1)
		case "random":
			bytes = size.Least + int(random.Next()%uint32(size.Most-size.Least+1))
		}
		sizes = append(sizes, bytes)
		total += bytes
	}
	return sizes
}
