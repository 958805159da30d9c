package wirefare.exchange;

import java.util.List;
import java.util.stream.Stream;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.data.Computations;
import wirefare.data.Dataset;

/**
 * What {@code GET /exchange} asks for, checked.
 *
 * @param dataset null where people's own data are asked for
 * @param own null where a generated dataset is
 * @param codec the name of the encoder
 * @param close the connection is to end with the answer
 */
public record ExchangeQuery(
        Dataset<?> dataset,
        OwnData own,
        int n,
        int message,
        String format,
        String codec,
        Compression compression,
        String compute,
        boolean close) {
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
        var names = Stream.concat(features.datasets().stream(), datasets.own().keySet().stream()).toList();
        var name = query.oneOf("dataset", names, null);
        var own = datasets.own().get(name);
        var dataset = own == null ? datasets.named(name) : null;
        var n = query.count("n", 1, own == null ? features.maxN() : own.maxN());
        var message = message(query, own);
        var formats = own == null ? List.copyOf(features.formats().keySet()) : OwnData.FORMATS;
        var format = query.oneOf("format", formats, null);
        var codecs = features.formats().get(format);
        var codec = query.oneOf("codec", codecs, codecs.get(0));
        var compression = Compression.parse(query, features);
        var compute = query.oneOf("compute", own == null ? Computations.namesFor(dataset) : List.of(NONE), NONE);
        var close = query.flag("connection", "close");
        return new ExchangeQuery(dataset, own, n, message, format, codec, compression, compute, close);
    }

    private static int message(Query query, OwnData own) {
        if (!query.has("message")) {
            return 0;
        }
        if (own == null || !own.isMessages()) {
            throw Refusal.badParameter("message", "only messages have it");
        }
        return query.count("message", 0, own.count() - 1);
    }

    /** The library behind the names, for stacks that encode by these codecs. */
    public Codec encoder() {
        return Codecs.of(format, codec);
    }
}
