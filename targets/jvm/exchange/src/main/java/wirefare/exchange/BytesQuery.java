package wirefare.exchange;

import java.util.List;

/** What {@code GET /bytes} asks for, checked. */
public record BytesQuery(int n, boolean close) {
    private static final List<String> KNOWN = List.of("n", "connection", "serial");

    /** @throws Refusal for the first parameter that is wrong */
    public static BytesQuery parse(String raw) {
        var query = Query.parse(raw, KNOWN);
        return new BytesQuery(query.count("n", 0, RandomBytes.MAX_BYTES), query.flag("connection", "close"));
    }
}
