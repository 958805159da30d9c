package wirefare.servlets.messages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Refusal;
import wirefare.messages.Direction;
import wirefare.messages.Outlet;
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
        /** Writes and flushes the word that the way is open. */
        Outlet open(AsyncContext async) throws IOException;
    }

    static void open(
            HttpServletRequest request, HttpServletResponse response, Sequence sequence, String type, Opening opening)
            throws IOException {
        sequence.claimWay();
        response.setContentType(type);
        response.setBufferSize(BUFFER_BYTES);
        var async = request.startAsync();
        async.setTimeout(0);
        async.addListener(new ClientLeft(sequence));
        sequence.attach(opening.open(async));
        if (sequence.isAlone()) {
            sequence.begin();
        }
    }

    /** Once more than needed is no harm: the container may have ended it before, with the connection. */
    static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // It has been.
        }
    }

    private record ClientLeft(Sequence sequence) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            sequence.detached("the connection ended");
        }

        @Override
        public void onError(AsyncEvent event) {
            sequence.detached("the connection broke (" + event.getThrowable() + ")");
            complete(event.getAsyncContext());
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            complete(event.getAsyncContext());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // It is started once.
        }
    }
}
