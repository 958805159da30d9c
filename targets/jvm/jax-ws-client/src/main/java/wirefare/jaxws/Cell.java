package wirefare.jaxws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import wirefare.soap.Wirefare;

/**
 * A cell, prepared: what can be done before any exchange of it is timed is done.
 *
 * @param name to hand back
 * @param compression {@code none} or {@code gzip}
 * @param url of every call: the same each time
 */
record Cell(
        String name, Target target, boolean cold, String compression, int n, String url,
        Function<Wirefare, Object> call) {

    /** @throws IllegalArgumentException for a cell that is not for this client */
    static Cell of(JsonNode spec) {
        var call = spec.path("call");
        if (!call.isObject()) {
            throw new IllegalArgumentException("this client makes calls alone");
        }
        return new Cell(
                spec.get("cell").textValue(),
                Target.of(spec),
                isCold(spec),
                spec.get("compression").textValue(),
                spec.get("n").intValue(),
                url(spec),
                bound(Called.named(call.get("operation").textValue()), spec));
    }

    private static <Q> Function<Wirefare, Object> bound(Called<Q> called, JsonNode spec) {
        try {
            var asked = Lab.MAPPER.treeToValue(spec.get("call").get("request"), called.request());
            return called.call(asked, spec.get("format").textValue().equals("soap-serialized"));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the request is none of " + called.request(), e);
        }
    }

    private static String url(JsonNode spec) {
        var path = "/soap?format=" + spec.get("format").textValue()
                + "&codec=" + URLEncoder.encode(spec.get("encoder").textValue(), StandardCharsets.UTF_8)
                + "&compression=" + spec.get("compression").textValue();
        if (!spec.get("level").isNull()) {
            path += "&level=" + spec.get("level").intValue();
        }
        return Target.of(spec).at(isCold(spec) ? path + "&connection=close" : path);
    }

    private static boolean isCold(JsonNode spec) {
        return spec.get("connection").textValue().equals("cold");
    }
}
