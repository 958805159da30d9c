package wirefare.servlets.messages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Frames;
import wirefare.messages.Outlet;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code GET /stream}: a body that goes on, each message behind its length. */
final class StreamServlet extends TargetServlet {
    private final transient Sequences sequences;

    StreamServlet(Sequences sequences) {
        super("GET");
        this.sequences = sequences;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var sequence = Bodies.sequenceToSend(request, sequences);
        if (sequence.spec().direction() == Direction.BOTH_WAYS) {
            throw Refusal.badParameter("sequence", "goes both ways: what is posted comes back by /events");
        }
        Bodies.open(request, response, sequence, "application/octet-stream", Stream::open);
    }

    private record Stream(AsyncContext async, ServletOutputStream out, byte[] length) implements Outlet {
        static Outlet open(AsyncContext async) throws IOException {
            var out = async.getResponse().getOutputStream();
            var length = new byte[Frames.LENGTH_BYTES];
            out.write(length);
            out.flush();
            return new Stream(async, out, length);
        }

        @Override
        public void send(byte[] bytes, int from, int to) throws IOException {
            Frames.putLength(length, 0, to - from);
            out.write(length);
            out.write(bytes, from, to - from);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        /** A failure has no words here: the state tells it. */
        @Override
        public void close(String failure) {
            Bodies.complete(async);
        }
    }
}
