package sequences

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wirefare/targets/go/sequences/messages"
	"wirefare/targets/go/web"
)

// What a sequence may be at most (src/wire/sequence.ts), and the longest message that is taken.
const (
	mostMessages      = 10_000_000
	largestBytes      = 100_000_000
	growthBytes       = 100_000_000
	mostRatePerSecond = 100_000
	specBytes         = 100_000
)

const (
	toServer = "client-to-server"
	toClient = "server-to-client"
	bothWays = "both-ways"

	throughput = "throughput"
	pingPong   = "ping-pong"
	paced      = "paced"

	deflate = "permessage-deflate"
)

// spec is the body of POST /sequence.
type spec struct {
	Direction     string   `json:"direction"`
	Mode          string   `json:"mode"`
	RatePerSecond *float64 `json:"ratePerSecond"`
	Messages      int      `json:"messages"`
	Content       content  `json:"content"`
	Compression   string   `json:"compression"`
}

// content is random; that of a dataset, with what belongs to it, is not supported.
type content struct {
	Kind string              `json:"kind"`
	Body string              `json:"body"`
	Size messages.SizePolicy `json:"size"`
	Seed uint32              `json:"seed"`

	Dataset string `json:"dataset"`
	Format  string `json:"format"`
	Encoder string `json:"encoder"`
	Codec   string `json:"codec"`
}

func parseSpec(body io.Reader) (spec, *web.Problem) {
	var s spec
	decoder := json.NewDecoder(io.LimitReader(body, specBytes))
	decoder.DisallowUnknownFields()
	s.Compression = "none"
	if err := decoder.Decode(&s); err != nil {
		return s, web.BadParameter("sequence", "the body is not the JSON object that is wanted: "+err.Error())
	}
	return s, s.problem()
}

func (s spec) problem() *web.Problem {
	if p := s.Content.problem(s.Messages); p != nil {
		return p
	}
	isRate := s.RatePerSecond != nil && *s.RatePerSecond > 0 && *s.RatePerSecond <= mostRatePerSecond
	switch {
	case !slices.Contains([]string{toServer, toClient, bothWays}, s.Direction):
		return web.BadParameter("direction", fmt.Sprintf("is %q", s.Direction), toServer, toClient, bothWays)
	case !slices.Contains([]string{throughput, pingPong, paced}, s.Mode):
		return web.BadParameter("mode", fmt.Sprintf("is %q", s.Mode), throughput, pingPong, paced)
	case s.Mode == paced && !isRate:
		return web.BadParameter("ratePerSecond", fmt.Sprintf("more than 0 and at most %d is wanted", mostRatePerSecond))
	case s.Mode != paced && s.RatePerSecond != nil:
		return web.BadParameter("ratePerSecond", "only paced sequences have it")
	case s.Messages < 1 || s.Messages > mostMessages:
		return web.BadParameter("messages", fmt.Sprintf("is %d: a whole number from 1 to %d is wanted", s.Messages, mostMessages))
	case s.Compression != "none" && s.Compression != deflate:
		return web.BadParameter("compression", fmt.Sprintf("is %q", s.Compression), "none", deflate)
	}
	return nil
}

func (c content) problem(count int) *web.Problem {
	size := c.Size
	isLength := func(bytes int) bool { return bytes >= messages.HeadBytes && bytes <= largestBytes }
	switch {
	case c.Kind == "data":
		return web.NotSupported("content", c.Kind, "random")
	case c.Kind != "random":
		return web.BadParameter("content", fmt.Sprintf("is of kind %q", c.Kind), "random")
	case c.Body != "text" && c.Body != "binary":
		return web.BadParameter("content.body", fmt.Sprintf("is %q", c.Body), "text", "binary")
	case !slices.Contains([]string{"fixed", "random", "growing"}, size.Policy):
		return web.BadParameter("content.size.policy", fmt.Sprintf("is %q", size.Policy), "fixed", "random", "growing")
	case size.Policy == "random" && (!isLength(size.Least) || !isLength(size.Most) || size.Least > size.Most):
		return web.BadParameter("content.size", fmt.Sprintf("%d to %d bytes: from %d to %d are possible", size.Least, size.Most, messages.HeadBytes, largestBytes))
	case size.Policy != "random" && !isLength(size.Bytes):
		return web.BadParameter("content.size.bytes", fmt.Sprintf("is %d: from %d to %d are possible", size.Bytes, messages.HeadBytes, largestBytes))
	case size.Policy == "growing" && float64(size.Bytes)*float64(count)*float64(count+1)/2 > growthBytes:
		return web.BadParameter("messages", fmt.Sprintf("%d messages growing by %d bytes are more than %d bytes together", count, size.Bytes, growthBytes))
	}
	return nil
}

// specOfQuery is for people with curl: the target begins at once.
func specOfQuery(q web.Query) (spec, *web.Problem) {
	s := spec{Direction: toClient, Mode: throughput, Compression: "none"}
	count, p := q.Whole("messages", 1, mostMessages, 10)
	if p != nil {
		return s, p
	}
	seed, p := q.Whole("seed", 0, 1<<32-1, 1)
	if p != nil {
		return s, p
	}
	if text := q.Get("rate"); q.Has("rate") {
		rate, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return s, web.BadParameter("rate", fmt.Sprintf("is %q: a number is wanted", text))
		}
		s.Mode, s.RatePerSecond = paced, &rate
	}
	s.Messages = count
	s.Content = content{Kind: "random", Body: "text", Seed: uint32(seed)}
	if q.Has("body") {
		s.Content.Body = q.Get("body")
	}
	s.Content.Size = messages.SizePolicy{Policy: "fixed", Bytes: 100}
	if text := q.Get("size"); q.Has("size") {
		size, ok := sizeOf(text)
		if !ok {
			return s, web.BadParameter("size", fmt.Sprintf("is %q", text), "100", "random-100-1000", "growing-100")
		}
		s.Content.Size = size
	}
	return s, s.problem()
}

// sizeOf reads "100", "random-100-1000" and "growing-100".
func sizeOf(text string) (messages.SizePolicy, bool) {
	size := messages.SizePolicy{Policy: "fixed"}
	var err error
	switch {
	case strings.HasPrefix(text, "random-"):
		size.Policy = "random"
		_, err = fmt.Sscanf(text+"\n", "random-%d-%d\n", &size.Least, &size.Most)
	case strings.HasPrefix(text, "growing-"):
		size.Policy = "growing"
		_, err = fmt.Sscanf(text+"\n", "growing-%d\n", &size.Bytes)
	default:
		_, err = fmt.Sscanf(text+"\n", "%d\n", &size.Bytes)
	}
	return size, err == nil
}
