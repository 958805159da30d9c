package wirefare.exchange;

import java.util.List;

/**
 * How the body of an answer is to be compressed.
 *
 * @param name {@code none} or {@code gzip}
 * @param level of gzip; 0 without compression
 * @param opaque the same bytes are to be sent as {@code application/octet-stream}, without {@code Content-Encoding}
 */
public record Compression(String name, int level, boolean opaque) {
    public static final String OPAQUE_TYPE = "application/octet-stream";

    private static final String NONE = "none";

    static Compression parse(Query query, Features features) {
        var compressions = features.compressions();
        var name = query.oneOf("compression", List.copyOf(compressions.keySet()), NONE);
        return new Compression(name, level(query, name, compressions.get(name)), query.flag("opaque", "1"));
    }

    private static int level(Query query, String name, List<Integer> levels) {
        var text = query.text("level");
        if (levels.isEmpty() && text == null) {
            return 0;
        }
        if (levels.isEmpty()) {
            throw Refusal.badParameter("level", "compression " + name + " has no levels");
        }
        var asked = Query.whole(text);
        return levels.stream().filter(level -> level == asked).findFirst().orElseThrow(() -> {
            var detail = Query.seen(text) + ": compression " + name + " wants one";
            return Refusal.badParameter("level", detail, levels);
        });
    }

    /** The whole body, in however many pieces, compressed; not where it is to stay as it is. */
    public byte[] compressed(Gzip.Body body, int length) {
        return Gzip.compress(body, length, level);
    }

    /** The value of {@code Content-Encoding}; null where there is to be none. */
    public String contentEncoding() {
        return name.equals(NONE) || opaque ? null : name;
    }

    /** The {@code Content-Type} of a body of this type. */
    public String contentType(String type) {
        return opaque ? OPAQUE_TYPE : type;
    }
}
