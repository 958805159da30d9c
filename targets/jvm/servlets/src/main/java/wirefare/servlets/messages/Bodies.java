package wirefare.servlets.messages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Sequence;
import wirefare.messages.Sequences;

/** Answers that go on for as long as a sequence: asynchronous, so that they hold none of the container's threads. */
final class Bodies {
    private static final int BUFFER_BYTES = 16_384;

    private Bodies() {
    }

    /** The sequence that is named, or one that is made of the query. */
    static Sequence sequenceToSend(HttpServletRequest request, Sequences sequences) {
        var alone = Sequences.standAloneParameters().toArray(String[]::new);
        var query = SequenceRequest.query(request, alone);
        if (!query.has("sequence")) {
            return sequences.standAlone(query);
        }
        var sequence = SequenceRequest.sequence(request, sequences);
        if (sequence.spec().direction() == Direction.CLIENT_TO_SERVER) {
            throw Refusal.badParameter("sequence", "its messages go to the server");
        }
        return sequence;
    }

    interface Opening {
        BodyOutlet outlet(AsyncContext async, Sequence sequence) throws IOException;
    }

    static void open(
            HttpServletRequest request, HttpServletResponse response, Sequence sequence, String type, Opening opening)
            throws IOException {
        sequence.claimWay();
        sequence.hangUpBy(HangUp.of(request));
        response.setContentType(type);
        response.setBufferSize(BUFFER_BYTES);
        var async = request.startAsync();
        async.setTimeout(0);
        var outlet = opening.outlet(async, sequence);
        async.addListener(outlet);
        outlet.open();
        sequence.attach(outlet);
        if (sequence.isAlone()) {
            sequence.begin();
        }
    }
}
