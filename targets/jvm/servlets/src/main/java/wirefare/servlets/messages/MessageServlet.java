package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Sequence;
import wirefare.messages.SequenceSpec;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code POST /message}: a message that comes as a request of its own. */
final class MessageServlet extends TargetServlet {
    private final transient Sequences sequences;

    MessageServlet(Sequences sequences) {
        super("POST");
        this.sequences = sequences;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var sequence = SequenceRequest.sequence(request, sequences);
        refuseToTake(sequence);
        var message = SequenceRequest.body(request, SequenceSpec.LARGEST_BYTES);
        if (message == null) {
            var detail = "a message of more than " + SequenceSpec.LARGEST_BYTES + " bytes";
            sequence.fail(detail + " came");
            throw new Refusal(413, detail, null, null);
        }
        SequenceRequest.sendNumber(response, sequence.takePosted(message));
    }

    private static void refuseToTake(Sequence sequence) {
        var direction = sequence.spec().direction();
        if (direction == Direction.SERVER_TO_CLIENT) {
            throw Refusal.badParameter("sequence", "goes to the client, not to the server");
        }
        if (direction == Direction.BOTH_WAYS && !sequence.hasWay()) {
            throw Refusal.badParameter("sequence", "goes both ways: open /events before the first message");
        }
    }
}
