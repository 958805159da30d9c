package exchange

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"wirefare/targets/go/compress"
	"wirefare/targets/go/formats"
	"wirefare/targets/go/web"
)

// outputParameters say in which form an answer is wanted.
var outputParameters = []string{"codec", "compression", "level", "connection", "opaque", "serial"}

// output is how an answer is made of a value.
type output struct {
	format      *formats.Format
	compression *compress.Compression
	level       int
	isLast      bool
	isOpaque    bool
}

func readOutput(q web.Query, format *formats.Format) (output, *web.Problem) {
	o := output{format: format}
	if codec := q.Get("codec"); q.Has("codec") && codec != format.Encoder {
		return o, web.NotSupported("codec", codec, format.Encoder)
	}
	name := "none"
	if q.Has("compression") {
		name = q.Get("compression")
	}
	if o.compression = compress.Named(name); o.compression == nil {
		return o, web.NotSupported("compression", name)
	}
	var p *web.Problem
	if o.level, p = readLevel(q, o.compression.Levels); p != nil {
		return o, p
	}
	if o.isLast, p = q.Flag("connection", "close"); p != nil {
		return o, p
	}
	o.isOpaque, p = q.Flag("opaque", "1")
	return o, p
}

func readLevel(q web.Query, levels []int) (int, *web.Problem) {
	if len(levels) == 0 {
		if q.Has("level") {
			return 0, web.BadParameter("level", "this compression has no levels")
		}
		return 0, nil
	}
	for _, level := range levels {
		if q.Get("level") == strconv.Itoa(level) {
			return level, nil
		}
	}
	return 0, web.BadParameter("level", fmt.Sprintf("is %q", q.Get("level")), web.Any(levels)...)
}

// Work is what a request took, phase by phase, as Server-Timing tells it.
type Work []byte

// usualWorkBytes hold what four phases say of themselves.
const usualWorkBytes = 96

// Note how long a phase took that began then.
func (k *Work) Note(phase string, began time.Time) {
	tookMs := float64(time.Since(began)) / float64(time.Millisecond)
	if len(*k) > 0 {
		*k = append(*k, ", "...)
	}
	*k = append(append(*k, phase...), ";dur="...)
	*k = strconv.AppendFloat(*k, tookMs, 'f', 4, 64)
}

// answer encodes, compresses and sends a value.
func (o output) answer(w http.ResponseWriter, r *http.Request, value any, work *Work) {
	began := time.Now()
	body, err := o.format.Encode(value)
	work.Note("encode", began)
	if err == nil {
		began = time.Now()
		body, err = o.compression.Compress(body, o.level)
		work.Note("compress", began)
	}
	if err != nil {
		(&web.Problem{Status: http.StatusInternalServerError, Detail: err.Error()}).Send(w)
		return
	}
	answer := web.Body{ContentType: o.format.ContentType, Bytes: body, Last: o.isLast, ServerTiming: string(*work)}
	switch {
	case o.isOpaque:
		answer.ContentType = "application/octet-stream"
	case o.compression.Name != "none":
		answer.Coding = o.compression.Name
	}
	web.Send(w, r, answer)
}
