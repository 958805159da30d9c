package wirefare.exchange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import wirefare.codecs.Codecs;
import wirefare.exchange.Features.CallFeatures;

/** Which formats calls come in, told by their {@code Content-Type}. */
public final class CallFormats {
    /** Formats of {@code POST /call/…} that have a library here which both reads requests and writes answers. */
    private static final List<String> FORMATS = List.of("json", "xml", "fast-infoset", "java-serialization");

    /** Their records have fields that may be absent, which targets/DATA.md gives no place in Java's serialization. */
    private static final Map<String, Set<String>> NOT_CARRIED =
            Map.of("java-serialization", Set.of("init", "checkname", "getroute"));

    private CallFormats() {
    }

    /** All operations in all of these formats. */
    public static CallFeatures features(Operations operations) {
        var formats = new LinkedHashMap<String, List<String>>();
        Codecs.formats().forEach((format, codecs) -> {
            if (FORMATS.contains(format)) {
                formats.put(format, codecs);
            }
        });
        return new CallFeatures(operations.names(), formats);
    }

    /**
     * @param contentType as it came; null without
     * @param operation its name
     * @throws Refusal 415 where the type is that of no format, 501 where the format does not carry the operation's
     *     records
     */
    public static String formatOf(String contentType, CallFeatures calls, String operation) {
        var types = contentTypes(calls);
        var format = types.get(mediaType(contentType == null ? "" : contentType));
        if (format == null) {
            var detail = contentType == null ? "Content-Type is missing" : "Content-Type is " + contentType;
            throw new Refusal(415, detail, null, List.copyOf(types.keySet()));
        }
        if (NOT_CARRIED.getOrDefault(format, Set.of()).contains(operation)) {
            throw new Refusal(501, format + " cannot carry fields that may be absent", null, null);
        }
        return format;
    }

    /** Content-Type → format. */
    private static Map<String, String> contentTypes(CallFeatures calls) {
        var types = new LinkedHashMap<String, String>();
        for (var codec : Codecs.all()) {
            if (calls.formats().containsKey(codec.format())) {
                types.putIfAbsent(mediaType(codec.contentType()), codec.format());
            }
        }
        return types;
    }

    /** Without parameters: {@code application/json} of {@code application/json; charset=utf-8}. */
    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
