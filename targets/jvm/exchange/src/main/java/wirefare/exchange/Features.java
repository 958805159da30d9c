package wirefare.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirefare.codecs.Codecs;
import wirefare.data.Computations;

/**
 * What a target can do: the member {@code features} of /about, and what queries are checked against.
 *
 * @param formats format → encoders, the default first
 * @param compressions name → levels, empty where it has none
 * @param messages as the module of messages describes itself; null where the target has none
 * @param calls null where the target answers none
 * @param payloads people's own data that it was started with
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Features(
        List<String> datasets,
        int maxN,
        Map<String, List<String>> formats,
        Map<String, List<Integer>> compressions,
        List<String> computations,
        List<String> protocols,
        Object messages,
        CallFeatures calls,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Payload> payloads) {

    /** @param count of its records or messages; 1 of a document */
    public record Payload(String name, String shape, int count, int maxN) {
        private static Payload of(OwnData own) {
            return new Payload(own.name(), own.shape(), own.count(), own.maxN());
        }
    }

    /** @param formats format → encoders, as they go to {@code POST /call/…} and /soap */
    public record CallFeatures(List<String> operations, Map<String, List<String>> formats) {
    }

    /** All codecs, gzip of every level, all computations, HTTP/1.1. */
    public static Features of(Datasets datasets) {
        var compressions = new LinkedHashMap<String, List<Integer>>();
        compressions.put(ExchangeQuery.NONE, List.of());
        compressions.put("gzip", Gzip.LEVELS);
        return new Features(
                datasets.names(), datasets.largestN(), Codecs.formats(), compressions, Computations.names(),
                List.of("http1"), null, null, datasets.own().values().stream().map(Payload::of).toList());
    }

    /** @param secure protocols that the target speaks beside where it has a certificate */
    public Features withSecure(List<String> secure) {
        var all = new ArrayList<>(protocols);
        all.addAll(Settings.ofProcess().tls() == null ? List.of() : secure);
        return new Features(datasets, maxN, formats, compressions, computations, all, messages, calls, payloads);
    }

    public Features withMessages(Object description) {
        return new Features(
                datasets, maxN, formats, compressions, computations, protocols, description, calls, payloads);
    }

    public Features withCalls(CallFeatures description) {
        return new Features(
                datasets, maxN, formats, compressions, computations, protocols, messages, description, payloads);
    }
}
