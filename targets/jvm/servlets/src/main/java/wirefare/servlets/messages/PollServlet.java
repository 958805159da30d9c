package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Sequence;
import wirefare.messages.Sequences;
import wirefare.servlets.Answers;
import wirefare.servlets.TargetServlet;

/** {@code GET /poll}: the messages from a number on that are due, or a wait for one. */
final class PollServlet extends TargetServlet {
    private final transient Sequences sequences;

    PollServlet(Sequences sequences) {
        super("GET");
        this.sequences = sequences;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = SequenceRequest.query(request, "from");
        var sequence = sequences.named(query.text("sequence"));
        if (sequence.spec().direction() != Direction.SERVER_TO_CLIENT) {
            throw Refusal.badParameter("sequence", "does not go to the client alone");
        }
        sequence.refuseSecondWay();
        var from = query.count("from", 0, sequence.spec().messages());
        if (from == sequence.spec().messages()) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        } else if (sequence.isDue(from)) {
            send(response, sequence, from);
        } else {
            Waiting.forUpTo20Seconds(request, sequences, untilNs -> {
                if (sequence.awaitDue(from, untilNs)) {
                    send(response, sequence, from);
                } else {
                    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
                }
            });
        }
    }

    private static void send(HttpServletResponse response, Sequence sequence, int from) throws IOException {
        Answers.send(response, "application/octet-stream", sequence.framedFrom(from));
    }
}
