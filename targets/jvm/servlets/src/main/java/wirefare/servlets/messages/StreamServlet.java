package wirefare.servlets.messages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Frames;
import wirefare.messages.Sequence;
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
        Bodies.open(request, response, sequence, "application/octet-stream", Stream::new);
    }

    private static final class Stream extends BodyOutlet {
        private final byte[] length = new byte[Frames.LENGTH_BYTES];

        Stream(AsyncContext async, Sequence sequence) throws IOException {
            super(async, sequence);
        }

        @Override
        void writeOpening(ServletOutputStream to) throws IOException {
            to.write(length);
        }

        @Override
        void writeMessage(ServletOutputStream to, byte[] bytes, int from, int until) throws IOException {
            Frames.putLength(length, 0, until - from);
            to.write(length);
            to.write(bytes, from, until - from);
        }

        /** There are no words for it here: the body ends too soon, and the state tells why. */
        @Override
        void writeFailure(ServletOutputStream to, String failure) {
            // Nothing.
        }
    }
}
