// Package compress makes bodies shorter, each whole and in one call, by the libraries that Go's servers use.
package compress

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	// brotliWindow is 4 MiB, as a power of two.
	brotliWindow = 22
	// zstdWindow is what RFC 9659 lets a browser be sent.
	zstdWindow = 8 << 20
)

// Compression is a content coding.
type Compression struct {
	Name string
	// Levels are the library's own; none where it has none.
	Levels []int
	// writers of each level: whoever serves keeps them, as making one takes longer than a small body.
	writers map[int]*sync.Pool
	zstd    map[int]*zstd.Encoder
}

// All compressions by their names.
var All = []*Compression{
	{Name: "none", Levels: []int{}},
	streaming("gzip", upTo(1, 9), func(level int) (writer, error) { return gzip.NewWriterLevel(nil, level) }),
	streaming("deflate", upTo(1, 9), func(level int) (writer, error) { return zlib.NewWriterLevel(nil, level) }),
	streaming("br", upTo(0, 11), func(level int) (writer, error) {
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: level, LGWin: brotliWindow}), nil
	}),
	// The library has four ways of working, which it says are about these levels.
	zstandard(1, 3, 7, 11),
}

// Named is nil where there is no such compression.
func Named(name string) *Compression {
	i := slices.IndexFunc(All, func(c *Compression) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return All[i]
}

type writer interface {
	io.WriteCloser
	Reset(w io.Writer)
}

func streaming(name string, levels []int, make func(level int) (writer, error)) *Compression {
	writers := map[int]*sync.Pool{}
	for _, level := range levels {
		writers[level] = &sync.Pool{New: func() any {
			w, err := make(level)
			if err != nil {
				panic(err)
			}
			return w
		}}
	}
	return &Compression{Name: name, Levels: levels, writers: writers}
}

func zstandard(levels ...int) *Compression {
	encoders := map[int]*zstd.Encoder{}
	for _, level := range levels {
		encoder, err := zstd.NewWriter(nil,
			zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderCRC(false))
		if err != nil {
			panic(err)
		}
		encoders[level] = encoder
	}
	return &Compression{Name: "zstd", Levels: levels, zstd: encoders}
}

// Compress gives the body as it is where there is nothing to do.
func (c *Compression) Compress(body []byte, level int) ([]byte, error) {
	switch {
	case c.zstd != nil:
		return c.zstd[level].EncodeAll(body, make([]byte, 0, len(body)/2)), nil
	case c.writers != nil:
		return c.stream(body, level)
	}
	return body, nil
}

func (c *Compression) stream(body []byte, level int) ([]byte, error) {
	var compressed bytes.Buffer
	pool := c.writers[level]
	w := pool.Get().(writer)
	defer pool.Put(w)
	w.Reset(&compressed)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return compressed.Bytes(), nil
}

func upTo(least, most int) []int {
	levels := make([]int, 0, most-least+1)
	for level := least; level <= most; level++ {
		levels = append(levels, level)
	}
	return levels
}
