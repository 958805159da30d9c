package wirefare.servlets.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import wirefare.exchange.Refusal;
import wirefare.messages.Outlet;
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
        Bodies.open(request, response, sequence, "text/event-stream", Events::open);
    }

    private record Events(AsyncContext async, ServletOutputStream out) implements Outlet {
        private static final byte[] DATA = "data:".getBytes(UTF_8);
        private static final byte[] AFTER_DATA = "\n\n".getBytes(UTF_8);

        static Outlet open(AsyncContext async) throws IOException {
            var out = async.getResponse().getOutputStream();
            out.write("event: ready\ndata:\n\n".getBytes(UTF_8));
            out.flush();
            return new Events(async, out);
        }

        @Override
        public void send(byte[] bytes, int from, int to) throws IOException {
            out.write(DATA);
            var line = from;
            for (var i = from; i < to; i++) {
                if (bytes[i] == '\r') {
                    throw new IOException("a message has a carriage return, which Server-Sent Events cannot carry");
                }
                if (bytes[i] == '\n') {
                    out.write(bytes, line, i + 1 - line);
                    out.write(DATA);
                    line = i + 1;
                }
            }
            out.write(bytes, line, to - line);
            out.write(AFTER_DATA);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close(String failure) {
            try {
                if (failure != null) {
                    out.write(("event: failed\ndata:" + failure.replaceAll("[\r\n]+", " ") + "\n\n").getBytes(UTF_8));
                    out.flush();
                }
            } catch (IOException | IllegalStateException e) {
                // The client that would be told is gone.
            }
            Bodies.complete(async);
        }
    }
}
