package wirefare.jaxws;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.FilesRequest;
import wirefare.data.RecordList;
import wirefare.data.VideosRequest;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.CheckNameResponse;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.GetRouteResponse;
import wirefare.data.transit.InitRequest;
import wirefare.data.transit.InitResponse;
import wirefare.soap.Serialized;
import wirefare.soap.Wirefare;

/**
 * An operation as this client calls it.
 *
 * @param request the class of its request
 * @param plain the port's method; of a list the records
 * @param deserialize the serialized answer; likewise
 */
record Called<Q>(Class<Q> request, BiFunction<Wirefare, Q, Object> plain, Function<byte[], Object> deserialize) {
    private static final Codec JAVA = Codecs.of("java-serialization", "ObjectOutputStream");

    private static final Map<String, Called<?>> ALL = Map.of(
            "books", ofList(BooksRequest.class, Wirefare::books, Dataset.BOOK),
            "videos", ofList(VideosRequest.class, Wirefare::videos, Dataset.VIDEO),
            "files", ofList(FilesRequest.class, Wirefare::files, Dataset.FILE),
            "init", ofRecord(InitRequest.class, Wirefare::init, InitResponse.class),
            "checkname", ofRecord(CheckNameRequest.class, Wirefare::checkName, CheckNameResponse.class),
            "getroute", ofRecord(GetRouteRequest.class, Wirefare::getRoute, GetRouteResponse.class));

    static Called<?> named(String operation) {
        var called = ALL.get(operation);
        if (called == null) {
            throw new IllegalArgumentException("this client has no operation " + operation);
        }
        return called;
    }

    /** The call, with the request's object at hand: what the program that uses the port does. */
    Function<Wirefare, Object> call(Q asked, boolean serialized) {
        if (!serialized) {
            return port -> plain.apply(port, asked);
        }
        return port -> deserialize.apply(port.serialized(new Serialized(JAVA.encode(asked))).getPayload());
    }

    private static <Q, T> Called<Q> ofList(
            Class<Q> request, BiFunction<Wirefare, Q, RecordList<T>> method, Dataset<T> dataset) {
        return new Called<>(
                request, (port, asked) -> method.apply(port, asked).records(), bytes -> list(dataset, bytes));
    }

    private static <T> List<T> list(Dataset<T> dataset, byte[] bytes) {
        return JAVA.decodeList(dataset, bytes);
    }

    private static <Q, A> Called<Q> ofRecord(Class<Q> request, BiFunction<Wirefare, Q, A> method, Class<A> answer) {
        return new Called<>(request, method::apply, bytes -> JAVA.decode(bytes, answer));
    }
}
