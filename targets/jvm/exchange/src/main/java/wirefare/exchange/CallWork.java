package wirefare.exchange;

import java.io.IOException;
import java.io.InputStream;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.codecs.MalformedException;
import wirefare.data.RefusedCallException;

/**
 * The work of {@code POST /call/…}, for stacks that have no readers and writers of their own: decode the request
 * wholly, do what the operation does, encode the answer wholly, compress it wholly.
 */
public final class CallWork {
    private final Features features;
    private final Operations operations;

    /** @param features with {@link Features#withCalls} */
    public CallWork(Features features, Operations operations) {
        this.features = features;
        this.operations = operations;
    }

    /**
     * @param operation what stands behind {@code /call/}
     * @param contentType null without
     * @param rawQuery null without
     * @param contentLength −1 without
     * @throws Refusal for whatever is wrong with the request
     */
    public Answer run(String operation, String contentType, String rawQuery, InputStream body, long contentLength)
            throws IOException {
        var called = operations.named(operation);
        var format = CallFormats.formatOf(contentType, features.calls(), operation);
        var query = CallQuery.parse(rawQuery, format, features);
        return answer(called, query, CallBody.read(body, contentLength));
    }

    private static Answer answer(Operation<?, ?> operation, CallQuery query, byte[] body) {
        var codec = Codecs.of(query.format(), query.codec());
        var phases = new Phases();
        var encoded = encoded(operation, codec, body, phases);
        var compression = query.compression();
        var compressed = compression.compress(encoded);
        phases.compressed();
        return new Answer(
                compressed,
                compression.contentType(codec.contentType()),
                compression.contentEncoding(),
                phases.serverTiming(),
                query.close());
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
