package messages

import (
	"fmt"
	"strconv"
)

// HeadBytes begin every message: eight hexadecimal digits for its number in the cycle, eight for the digest of the rest.
const HeadBytes = 16

const hexDigits = "0123456789abcdef"

// Digest is the FNV-1a hash of 32 bits (RFC 9923). hash/fnv gives the same; this one needs no object a message.
func Digest(bytes []byte) uint32 {
	hash := uint32(0x811c9dc5)
	for _, b := range bytes {
		hash = (hash ^ uint32(b)) * 0x01000193
	}
	return hash
}

// WriteHead writes over the first 16 bytes; what comes after them must be there already.
func WriteHead(message []byte, number int) {
	writeHex(message[:8], uint32(number))
	writeHex(message[8:HeadBytes], Digest(message[HeadBytes:]))
}

func writeHex(into []byte, value uint32) {
	for i := 7; i >= 0; i-- {
		into[i] = hexDigits[value&15]
		value >>= 4
	}
}

// NumberOf is the number a message says it has, false where it has no head.
func NumberOf(message []byte) (int, bool) {
	if len(message) < HeadBytes {
		return 0, false
	}
	for _, b := range message[:HeadBytes] {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return 0, false
		}
	}
	number, err := strconv.ParseUint(string(message[:8]), 16, 32)
	return int(number), err == nil
}

// FaultOf says what is wrong with a message that should have this number, "" where nothing is.
func FaultOf(message []byte, number int) string {
	found, ok := NumberOf(message)
	if !ok {
		return fmt.Sprintf("has no head: %d bytes, %q", len(message), message[:min(len(message), HeadBytes)])
	}
	if found != number {
		return fmt.Sprintf("is number %d, expected %d", found, number)
	}
	var digest [8]byte
	writeHex(digest[:], Digest(message[HeadBytes:]))
	if said := string(message[8:HeadBytes]); said != string(digest[:]) {
		return fmt.Sprintf("arrived changed: its digest is %s, not %s", digest, said)
	}
	return ""
}
