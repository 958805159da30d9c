package wirefare.exchange;

import java.util.function.BiFunction;
import java.util.function.Function;
import wirefare.codecs.Codec;

/**
 * What can be called.
 *
 * @param name as in {@code POST /call/<name>}
 * @param request the class of the request
 * @param method what it does: nothing is kept from one call to the next. Throws a
 *     {@link wirefare.data.RefusedCallException} where a field is missing or its value out of range
 * @param encode the answer as a codec writes it
 */
public record Operation<Q, A>(
        String name, Class<Q> request, Function<Q, A> method, BiFunction<Codec, A, byte[]> encode) {

    /** The operation whose answer is one record. */
    static <Q, A> Operation<Q, A> ofRecord(String name, Class<Q> request, Function<Q, A> method) {
        return new Operation<>(name, request, method, Codec::encode);
    }
}
