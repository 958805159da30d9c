package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import wirefare.messages.Sequences;

/** Requests that wait for what has not happened do so outside of the container's threads, which are few. */
final class Waiting {
    private static final long LONGEST_NS = 20_000_000_000L;

    private Waiting() {
    }

    interface Answer {
        /** @param untilNs when it is to be given at the latest, by {@link System#nanoTime} */
        void give(long untilNs) throws IOException;
    }

    static void forUpTo20Seconds(HttpServletRequest request, Sequences sequences, Answer answer) {
        var untilNs = System.nanoTime() + LONGEST_NS;
        var async = request.startAsync();
        // The container's own limit is 30 s of everything; ours is of the waiting alone.
        async.setTimeout(0);
        sequences.run(() -> {
            try {
                answer.give(untilNs);
                async.complete();
            } catch (IOException | IllegalStateException e) {
                // The client has left. The container ends the answer by itself, and nothing of it may be touched any more.
            }
        });
    }
}
