package wirefare.exchange;

import java.util.List;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.data.Computations;
import wirefare.data.Dataset;

/**
 * What {@code GET /exchange} asks for, checked.
 *
 * @param codec the name of the encoder
 * @param close the connection is to end with the answer
 */
public record ExchangeQuery(
        Dataset<?> dataset, int n, String format, String codec, Compression compression, String compute, boolean close) {
    static final String NONE = "none";

    private static final List<String> KNOWN = List.of(
            "dataset", "n", "message", "format", "codec", "compression", "level", "compute", "connection", "opaque",
            "serial");

    /**
     * @param raw what stands behind the question mark as it came; null where there is none
     * @throws Refusal for the first parameter that is wrong
     */
    public static ExchangeQuery parse(String raw, Features features, Datasets datasets) {
        var query = Query.parse(raw, KNOWN);
        var dataset = datasets.named(query.oneOf("dataset", features.datasets(), null));
        var n = query.count("n", 1, features.maxN());
        if (query.has("message")) {
            throw Refusal.badParameter("message", "only messages have it");
        }
        var format = query.oneOf("format", List.copyOf(features.formats().keySet()), null);
        var codecs = features.formats().get(format);
        var codec = query.oneOf("codec", codecs, codecs.get(0));
        var compression = Compression.parse(query, features);
        var compute = query.oneOf("compute", Computations.namesFor(dataset), NONE);
        return new ExchangeQuery(dataset, n, format, codec, compression, compute, query.flag("connection", "close"));
    }

    /** The library behind the names, for stacks that encode by these codecs. */
    public Codec encoder() {
        return Codecs.of(format, codec);
    }
}
