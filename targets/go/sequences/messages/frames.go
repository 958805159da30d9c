package messages

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// LengthBytes stand before each message in a stream of bytes, the highest first. A length of 0 is no message: it says
// that the way is open.
const LengthBytes = 4

// AppendLength appends the length of a message that follows.
func AppendLength(to []byte, length int) []byte {
	return binary.BigEndian.AppendUint32(to, uint32(length))
}

// TooLong is a message longer than is taken.
type TooLong struct{ Bytes, Most int }

func (t TooLong) Error() string {
	return fmt.Sprintf("a message of %d bytes; at most %d are taken", t.Bytes, t.Most)
}

// ReadFrame reads one frame into buffer, which grows as needed, and gives it back. io.EOF between two frames is the end.
func ReadFrame(from *bufio.Reader, buffer []byte, most int) ([]byte, error) {
	var head [LengthBytes]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return buffer[:0], err
	}
	length := int(binary.BigEndian.Uint32(head[:]))
	if length > most {
		return buffer[:0], TooLong{length, most}
	}
	if cap(buffer) < length {
		buffer = make([]byte, length)
	}
	buffer = buffer[:length]
	if _, err := io.ReadFull(from, buffer); err != nil {
		return buffer[:0], fmt.Errorf("the stream ended inside a message: %w", err)
	}
	return buffer, nil
}
