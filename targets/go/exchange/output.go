package exchange

import (
	"fmt"
	"net/http"
	"strings"
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
	if codec, given := q["codec"]; given && codec != format.Encoder {
		return o, web.NotSupported("codec", codec, format.Encoder)
	}
	name, given := q["compression"]
	if !given {
		name = "none"
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
	text, given := q["level"]
	if len(levels) == 0 {
		if given {
			return 0, web.BadParameter("level", "this compression has no levels")
		}
		return 0, nil
	}
	for _, level := range levels {
		if text == fmt.Sprint(level) {
			return level, nil
		}
	}
	return 0, web.BadParameter("level", fmt.Sprintf("is %q", text), web.Any(levels)...)
}

// Work is what a request took, phase by phase.
type Work struct{ phases []string }

// Time notes how long a phase takes, and what went wrong in it.
func (k *Work) Time(phase string, do func() error) error {
	began := time.Now()
	err := do()
	k.phases = append(k.phases, fmt.Sprintf("%s;dur=%.4f", phase, float64(time.Since(began))/float64(time.Millisecond)))
	return err
}

// answer encodes, compresses and sends a value.
func (o output) answer(w http.ResponseWriter, r *http.Request, value any, work *Work) {
	var body []byte
	err := work.Time("encode", func() (err error) {
		body, err = o.format.Encode(value)
		return err
	})
	if err == nil {
		err = work.Time("compress", func() (err error) {
			body, err = o.compression.Compress(body, o.level)
			return err
		})
	}
	if err != nil {
		(&web.Problem{Status: http.StatusInternalServerError, Detail: err.Error()}).Send(w)
		return
	}
	answer := web.Body{ContentType: o.format.ContentType, Bytes: body, Last: o.isLast, ServerTiming: strings.Join(work.phases, ", ")}
	switch {
	case o.isOpaque:
		answer.ContentType = "application/octet-stream"
	case o.compression.Name != "none":
		answer.Coding = o.compression.Name
	}
	web.Send(w, r, answer)
}
