package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Mode;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code POST /sequence/next}: in ping-pong to the client, the next message is sent by the thread of this request. */
final class NextServlet extends TargetServlet {
    private final transient Sequences sequences;

    NextServlet(Sequences sequences) {
        super("POST");
        this.sequences = sequences;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var sequence = SequenceRequest.sequence(request, sequences);
        var spec = sequence.spec();
        if (spec.direction() != Direction.SERVER_TO_CLIENT || spec.mode() != Mode.PING_PONG) {
            throw Refusal.badParameter("sequence", "is no ping-pong to the client, where messages are asked for");
        }
        if (!sequence.hasWay()) {
            throw Refusal.badParameter("sequence", "has no /events, /stream or /socket open");
        }
        SequenceRequest.sendNumber(response, sequence.next());
    }
}
