package wirefare.exchange;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The headers of all answers to requests that were let in: pages may read them, of the lab's origin or any, nobody may keep them. */
public final class AnswerHeaders {
    public static final String SERVER_TIMING = "Server-Timing";

    private static final Map<String, String> FIXED = fixed();

    private AnswerHeaders() {
    }

    /** Name → value. Content-Type, Content-Length, Content-Encoding and Server-Timing are the answer's own. */
    public static Map<String, String> all() {
        return FIXED;
    }

    /** What the answer to OPTIONS has beside those. */
    public static Map<String, String> options(List<String> methods) {
        var names = String.join(", ", methods);
        return Map.of(
                "Allow", names,
                "Access-Control-Allow-Methods", names,
                "Access-Control-Allow-Headers", "*");
    }

    /** What the answer to OPTIONS of {@code /call/…} and {@code /soap} has beside those. */
    public static Map<String, String> callOptions() {
        return Map.of(
                "Allow", "POST, OPTIONS",
                "Access-Control-Allow-Methods", "POST",
                "Access-Control-Allow-Headers", "Content-Type, SOAPAction",
                "Access-Control-Max-Age", "7200");
    }

    private static Map<String, String> fixed() {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Cache-Control", "no-store");
        headers.put("Timing-Allow-Origin", "*");
        headers.put("Access-Control-Allow-Origin", Settings.ofProcess().gate().origin());
        headers.put("Cross-Origin-Resource-Policy", "cross-origin");
        headers.put(
                "Access-Control-Expose-Headers", "Server-Timing, Content-Encoding, Content-Length, Content-Type");
        return Collections.unmodifiableMap(headers);
    }
}
