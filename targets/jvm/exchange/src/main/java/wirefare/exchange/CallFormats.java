package wirefare.exchange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirefare.codecs.Codecs;
import wirefare.exchange.Features.CallFeatures;

/** Which formats calls come in, told by their {@code Content-Type}. */
public final class CallFormats {
    /** Formats of {@code POST /call/…} that have a library here which both reads requests and writes answers. */
    private static final List<String> FORMATS = List.of("json", "xml", "fast-infoset", "java-serialization");

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
     * @throws Refusal 415 where it is that of none
     */
    public static String formatOf(String contentType, CallFeatures calls) {
        var types = contentTypes(calls);
        var format = types.get(mediaType(contentType == null ? "" : contentType));
        if (format == null) {
            var detail = contentType == null ? "Content-Type is missing" : "Content-Type is " + contentType;
            throw new Refusal(415, detail, null, List.copyOf(types.keySet()));
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
