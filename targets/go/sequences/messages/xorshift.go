// Package messages is what the contract says of messages apart from how they travel: their contents, heads, frames, and
// the finding of faults. The lab has the same in src/messages.
package messages

// Xorshift is G. Marsaglia's generator (Xorshift RNGs, 2003) of 32 bits with the triple 13, 17, 5.
type Xorshift uint32

// insteadOfZero stands for the seed that the generator cannot leave.
const insteadOfZero = 0x9e3779b9

func NewXorshift(seed uint32) Xorshift {
	if seed == 0 {
		return insteadOfZero
	}
	return Xorshift(seed)
}

// Next gives whole numbers from 1 to 2³² − 1.
func (x *Xorshift) Next() uint32 {
	s := uint32(*x)
	s ^= s << 13
	s ^= s >> 17
	s ^= s << 5
	*x = Xorshift(s)
	return s
}
