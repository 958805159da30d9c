// Package data has the published datasets, what is computed on them, and people's own (targets/DATA.md).
package data

import "fmt"

// Random draws as java.util.Random does: 48 bits, linear congruential.
type Random struct{ state int64 }

const (
	multiplier = 0x5DEECE66D
	increment  = 0xB
	mask       = 1<<48 - 1
)

func NewRandom(seed int64) *Random { return &Random{(seed ^ multiplier) & mask} }

func (r *Random) next(bits uint) int32 {
	r.state = (r.state*multiplier + increment) & mask
	return int32(r.state >> (48 - bits))
}

// Below is nextInt(bound).
func (r *Random) Below(bound int) int {
	n := int32(bound)
	if n&-n == n {
		return int((int64(n) * int64(r.next(31))) >> 31)
	}
	for {
		bits := r.next(31)
		value := bits % n
		// The last draws, which would not be as likely as the others, overflow.
		if bits-value+(n-1) >= 0 {
			return int(value)
		}
	}
}

// Boolean is nextBoolean.
func (r *Random) Boolean() bool { return r.next(1) != 0 }

func (r *Random) long() int64 { return int64(r.next(32))<<32 + int64(r.next(32)) }

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func (r *Random) characters(count int) string {
	text := make([]byte, count)
	for i := range text {
		text[i] = letters[r.Below(len(letters))]
	}
	return string(text)
}

func (r *Random) text(least, most int) string {
	return r.characters(least + r.Below(most-least+1))
}

// uuid of version 4, as java.util.UUID prints it.
func (r *Random) uuid() string {
	high := uint64(r.long())&^0xF000 | 0x4000
	low := uint64(r.long())&^(0b11<<62) | 0b10<<62
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", high>>32, high>>16&0xFFFF, high&0xFFFF, low>>48, low&(1<<48-1))
}
