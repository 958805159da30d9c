package wirefare.servlets.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Sequence;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code GET /events}: Server-Sent Events, which carry text alone. */
final class EventsServlet extends TargetServlet {
    private final transient Sequences sequences;

    EventsServlet(Sequences sequences) {
        super("GET");
        this.sequences = sequences;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var sequence = Bodies.sequenceToSend(request, sequences);
        if (!sequence.spec().content().isText()) {
            if (sequence.isAlone()) {
                sequences.forget(sequence);
            }
            throw Refusal.unsupported("body", "binary", List.of("text"));
        }
        Bodies.open(request, response, sequence, "text/event-stream", Events::new);
    }

    private static final class Events extends BodyOutlet {
        private static final byte[] READY = "event: ready\ndata:\n\n".getBytes(UTF_8);
        private static final byte[] DATA = "data:".getBytes(UTF_8);
        private static final byte[] AFTER_DATA = "\n\n".getBytes(UTF_8);

        /** What the target makes itself of random text has no ends of lines; what comes back may. */
        private final boolean isOneLine;

        Events(AsyncContext async, Sequence sequence) throws IOException {
            super(async, sequence);
            isOneLine = sequence.spec().direction() == Direction.SERVER_TO_CLIENT;
        }

        @Override
        public void send(byte[] bytes, int from, int to) throws IOException {
            for (var i = from; !isOneLine && i < to; i++) {
                if (bytes[i] == '\r') {
                    throw new IOException("one has a carriage return, which Server-Sent Events cannot carry");
                }
            }
            super.send(bytes, from, to);
        }

        @Override
        void writeOpening(ServletOutputStream to) throws IOException {
            to.write(READY);
        }

        @Override
        void writeMessage(ServletOutputStream to, byte[] bytes, int from, int until) throws IOException {
            to.write(DATA);
            var line = from;
            for (var i = from; !isOneLine && i < until; i++) {
                if (bytes[i] == '\n') {
                    to.write(bytes, line, i + 1 - line);
                    to.write(DATA);
                    line = i + 1;
                }
            }
            to.write(bytes, line, until - line);
            to.write(AFTER_DATA);
        }

        @Override
        void writeFailure(ServletOutputStream to, String failure) throws IOException {
            to.write(("event: failed\ndata:" + failure.replaceAll("[\r\n]+", " ") + "\n\n").getBytes(UTF_8));
        }
    }
}
