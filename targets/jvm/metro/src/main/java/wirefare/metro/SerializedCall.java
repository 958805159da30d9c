package wirefare.metro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.codecs.MalformedException;
import wirefare.exchange.Operation;
import wirefare.exchange.Operations;
import wirefare.exchange.Phases;
import wirefare.soap.Serialized;

/**
 * A call whose request and answer are serialized objects. Reading and writing them belongs to decode and encode, as
 * unmarshalling the message round them does.
 */
final class SerializedCall<Q, A> {
    private static final Codec CODEC = Codecs.of("java-serialization", "ObjectOutputStream");

    /** The stream's magic and version, an object, its class, and the length of the name that follows: two bytes. */
    private static final byte[] HEAD = {(byte) 0xac, (byte) 0xed, 0, 5, 0x73, 0x72};

    private final Operation<Q, A> operation;
    private final byte[] payload;

    private SerializedCall(Operation<Q, A> operation, byte[] payload) {
        this.operation = operation;
        this.payload = payload;
    }

    /**
     * The request's class tells which operation is meant. It is read from the bytes: to make an object of whatever stands
     * there and look at it would be too late.
     *
     * @throws MalformedException where it is the request of none
     */
    static SerializedCall<?, ?> of(Serialized request, Operations operations) {
        var payload = request.getPayload();
        var name = className(payload == null ? new byte[0] : payload);
        for (var operation : operations.names().stream().map(operations::named).toList()) {
            if (operation.request().getName().equals(name)) {
                return new SerializedCall<>(operation, payload);
            }
        }
        throw new MalformedException("the payload is no request of an operation here");
    }

    Serialized answer(Phases phases) {
        var request = CODEC.decode(payload, operation.request());
        phases.decoded();
        var answer = operation.method().apply(request);
        phases.computed();
        return new Serialized(operation.encode().apply(CODEC, answer));
    }

    private static String className(byte[] payload) {
        var at = HEAD.length + 2;
        if (payload.length < at || !Arrays.equals(payload, 0, HEAD.length, HEAD, 0, HEAD.length)) {
            return "";
        }
        var length = (payload[at - 2] & 0xff) << 8 | payload[at - 1] & 0xff;
        var end = Math.min(payload.length, at + length);
        return new String(payload, at, end - at, StandardCharsets.UTF_8);
    }
}
