package wirefare.exchange;

import wirefare.codecs.Codec;
import wirefare.codecs.MalformedException;
import wirefare.data.RefusedCallException;

/**
 * The work of {@code POST /call/…}, for stacks that have no readers and writers of their own: decode the request
 * wholly, do what the operation does, encode the answer wholly.
 */
public final class CallWork {
    private CallWork() {
    }

    /** All but the compression, whose phase begins with the return: for stacks that compress in a filter. */
    public static <Q, A> byte[] encoded(Operation<Q, A> operation, Codec codec, byte[] body, Phases phases) {
        phases.begin();
        var request = decoded(codec, body, operation.request());
        phases.decoded();
        var answer = done(operation, request);
        phases.computed();
        var encoded = operation.encode().apply(codec, answer);
        phases.encoded();
        return encoded;
    }

    private static <Q> Q decoded(Codec codec, byte[] body, Class<Q> type) {
        try {
            return codec.decode(body, type);
        } catch (MalformedException e) {
            throw Refusal.badBody("the body is no " + type.getSimpleName() + ": " + e.getMessage());
        }
    }

    private static <Q, A> A done(Operation<Q, A> operation, Q request) {
        try {
            return operation.method().apply(request);
        } catch (RefusedCallException e) {
            throw Refusal.badBody(e.getMessage());
        }
    }
}
