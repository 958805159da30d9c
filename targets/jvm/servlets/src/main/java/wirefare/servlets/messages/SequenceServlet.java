package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code POST /sequence} makes a sequence, {@code GET /sequence} tells its state. */
final class SequenceServlet extends TargetServlet {
    private static final int MOST_SPEC_BYTES = 65_536;

    /** Of the answer of POST. */
    private record Made(String sequence, int cycle) {
    }

    private final transient Sequences sequences;

    SequenceServlet(Sequences sequences) {
        super("GET", "POST");
        this.sequences = sequences;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Query.parse(request.getQueryString(), List.of());
        var body = SequenceRequest.body(request, MOST_SPEC_BYTES);
        if (body == null) {
            throw new Refusal(413, "more than " + MOST_SPEC_BYTES + " bytes of JSON", null, null);
        }
        var sequence = sequences.make(body);
        SequenceRequest.sendJson(response, new Made(sequence.id(), sequence.cycle()));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = SequenceRequest.query(request, "until");
        var sequence = sequences.named(query.text("sequence"));
        if (!query.flag("until", "received") || sequence.hasReceivedAll()) {
            SequenceRequest.sendJson(response, sequence.state());
            return;
        }
        Waiting.forUpTo20Seconds(request, sequences, untilNs -> {
            sequence.awaitReceived(untilNs);
            SequenceRequest.sendJson(response, sequence.state());
        });
    }
}
