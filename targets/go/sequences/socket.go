package sequences

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/coder/websocket"

	"wirefare/targets/go/web"
)

// serveSocket carries messages by WebSocket. Without a sequence it sends back whatever it gets.
func (t *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	var q *sequence
	asked, p := web.ReadQuery(r, "sequence")
	if p == nil && asked.Get("sequence") != "" {
		q, p = t.sequences.named(asked.Get("sequence"))
	}
	if p == nil && r.ProtoMajor != 1 {
		p = &web.Problem{Status: http.StatusNotImplemented, Detail: "WebSocket goes over HTTP/1.1 here"}
	}
	if p == nil && q != nil {
		p = q.carry("/socket")
	}
	if p != nil {
		p.Send(w)
		return
	}
	cork := &cork{}
	conn, err := websocket.Accept(corkingWriter{w, cork}, r, acceptOptions(q))
	if err != nil {
		// Accept has answered.
		return
	}
	conn.SetReadLimit(largestBytes)
	if q == nil {
		sendBackAll(conn)
		return
	}
	stop := context.AfterFunc(q.ctx, func() {
		cork.holds.Store(false)
		conn.Close(websocket.StatusNormalClosure, "")
	})
	defer stop()
	cork.holds.Store(true)
	if err := q.overSocket(&socket{conn: conn, cork: cork, kind: kindOf(q.spec)}); err != nil {
		q.fail(sayClosed(err))
		conn.CloseNow()
	}
}

func acceptOptions(q *sequence) *websocket.AcceptOptions {
	options := &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled}
	if q == nil || q.spec.Compression == deflate {
		options.CompressionMode = websocket.CompressionContextTakeover
		// Every message, however short: a sequence is deflated, or it is not.
		options.CompressionThreshold = 1
	}
	return options
}

func kindOf(s spec) websocket.MessageType {
	if s.Content.Body == "text" {
		return websocket.MessageText
	}
	return websocket.MessageBinary
}

// socket is a WebSocket as an outlet.
type socket struct {
	conn   *websocket.Conn
	cork   *cork
	kind   websocket.MessageType
	buffer []byte
}

func (s *socket) send(message []byte) error {
	return s.conn.Write(context.Background(), s.kind, message)
}

func (s *socket) flush() error { return s.cork.flush() }

// read gives the next message, which holds until the next read.
func (s *socket) read() (websocket.MessageType, []byte, error) {
	kind, from, err := s.conn.Reader(context.Background())
	if err != nil {
		return 0, nil, err
	}
	s.buffer, err = readInto(from, s.buffer[:0])
	return kind, s.buffer, err
}

func readInto(from io.Reader, buffer []byte) ([]byte, error) {
	for {
		if len(buffer) == cap(buffer) {
			grown := make([]byte, len(buffer), max(4_096, 2*cap(buffer)))
			copy(grown, buffer)
			buffer = grown
		}
		n, err := from.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF {
			return buffer, nil
		}
		if err != nil {
			return buffer, err
		}
	}
}

func (q *sequence) overSocket(s *socket) error {
	if q.spec.Direction == toClient {
		return q.toClientOver(s, func() error {
			_, _, err := s.read()
			return err
		})
	}
	acks := acknowledger{mode: q.spec.Mode, last: q.spec.Messages}
	for {
		kind, message, err := s.read()
		if err != nil {
			return q.unlessDone(err)
		}
		count := q.take(message)
		if q.spec.Direction == bothWays {
			err = s.conn.Write(context.Background(), kind, message)
			q.countSent(1)
		} else if acks.isDue(count, len(message)) {
			number := strconv.AppendInt(nil, int64(count), 10)
			err = s.conn.Write(context.Background(), websocket.MessageText, number)
		}
		if err == nil && q.isToLeave(s.cork.in) {
			err = s.flush()
		}
		if err != nil {
			return err
		}
	}
}

// isToLeave is false in throughput while more has come: that is answered together with this.
func (q *sequence) isToLeave(in *bufio.Reader) bool {
	return q.spec.Mode != throughput || in.Buffered() == 0
}

// toClientOver sends while another goroutine reads: any message of the client asks for the next in ping-pong.
func (q *sequence) toClientOver(out outlet, read func() error) error {
	ctx, cancel := context.WithCancelCause(q.ctx)
	defer cancel(nil)
	go func() {
		for {
			if err := read(); err != nil {
				cancel(err)
				return
			}
			q.ask()
		}
	}()
	if err := q.push(ctx, out); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// unlessDone is nil where the client left after its last message.
func (q *sequence) unlessDone(err error) error {
	select {
	case <-q.complete:
		return nil
	default:
		return err
	}
}

// acknowledger says after which messages the client is told how many have come.
type acknowledger struct {
	mode            string
	last            int
	messages, bytes int
}

func (a *acknowledger) isDue(count, bytes int) bool {
	a.messages++
	a.bytes += bytes
	if a.mode == throughput && a.messages < ackMessages && a.bytes < ackBytes && count < a.last {
		return false
	}
	a.messages, a.bytes = 0, 0
	return true
}

func sayClosed(err error) string {
	if errors.Is(err, websocket.ErrMessageTooBig) {
		return "a message of more than " + strconv.Itoa(largestBytes) + " bytes came"
	}
	return "the connection ended: " + err.Error()
}

func sendBackAll(conn *websocket.Conn) {
	s := &socket{conn: conn}
	for {
		kind, message, err := s.read()
		if err == nil {
			err = conn.Write(context.Background(), kind, message)
		}
		if err != nil {
			conn.CloseNow()
			return
		}
	}
}
