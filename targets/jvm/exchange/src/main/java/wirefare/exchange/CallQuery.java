package wirefare.exchange;

import java.util.List;

/**
 * What stands in the query of a call, checked. Its format stands in the {@code Content-Type}.
 *
 * @param codec the name of the encoder of the answer
 * @param close the connection is to end with the answer
 */
public record CallQuery(String format, String codec, Compression compression, boolean close) {
    private static final List<String> KNOWN =
            List.of("codec", "compression", "level", "connection", "opaque", "serial");

    /**
     * @param raw what stands behind the question mark as it came; null where there is none
     * @param format as {@link CallFormats} has it of the Content-Type
     * @throws Refusal for the first parameter that is wrong
     */
    public static CallQuery parse(String raw, String format, Features features) {
        return of(Query.parse(raw, KNOWN), format, features);
    }

    /** For endpoints that know other parameters too. */
    public static CallQuery of(Query query, String format, Features features) {
        var codecs = features.calls().formats().get(format);
        return new CallQuery(
                format,
                query.oneOf("codec", codecs, codecs.get(0)),
                Compression.parse(query, features),
                query.flag("connection", "close"));
    }
}
