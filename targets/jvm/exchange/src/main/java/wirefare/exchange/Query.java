package wirefare.exchange;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The parameters of a request: each at most once, and none that would be ignored. An ignored wish is a wrong
 * measurement.
 */
public final class Query {
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,10}");

    private final Map<String, String> values = new LinkedHashMap<>();

    private Query() {
    }

    /**
     * @param raw what stands behind the question mark as it came; null where there is none
     * @param known beside the secret, which the {@link Gate} has looked at
     * @throws Refusal for a parameter that is not known or stands there twice
     */
    public static Query parse(String raw, List<String> known) {
        var query = new Query();
        for (var pair : (raw == null ? "" : raw).split("&")) {
            if (!pair.isEmpty()) {
                query.add(pair, known);
            }
        }
        return query;
    }

    private void add(String pair, List<String> known) {
        var mark = pair.indexOf('=');
        var name = decoded(mark < 0 ? pair : pair.substring(0, mark));
        if (!known.contains(name) && !name.equals(Gate.PARAMETER)) {
            throw Refusal.badParameter(name, "no such parameter", known);
        }
        if (values.putIfAbsent(name, mark < 0 ? "" : decoded(pair.substring(mark + 1))) != null) {
            throw Refusal.badParameter(name, "given twice");
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, "the query is malformed: " + e.getMessage(), null, null);
        }
    }

    /** The text of the parameter; null where it is absent. */
    public String text(String name) {
        return values.get(name);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** One of the allowed; others are not supported. @param absent null where the parameter has to be there */
    public String oneOf(String name, List<String> allowed, String absent) {
        var value = values.getOrDefault(name, absent);
        if (value == null) {
            throw Refusal.badParameter(name, "is missing", allowed);
        }
        if (!allowed.contains(value)) {
            throw Refusal.unsupported(name, value, allowed);
        }
        return value;
    }

    public int count(String name, int least, int most) {
        var text = values.get(name);
        var value = whole(text);
        if (value < least || value > most) {
            throw Refusal.badParameter(
                    name, seen(text) + ": a whole number from " + least + " to " + most + " is wanted");
        }
        return (int) value;
    }

    /** True where it has this value, false where it is absent; there is no other. */
    public boolean flag(String name, String on) {
        var value = values.get(name);
        if (value != null && !value.equals(on)) {
            throw Refusal.badParameter(name, seen(value), List.of(on));
        }
        return value != null;
    }

    /** The number that the text is; −1 where it is none of up to ten digits. */
    static long whole(String text) {
        return text != null && WHOLE.matcher(text).matches() ? Long.parseLong(text) : -1;
    }

    static String seen(String text) {
        return text == null ? "is missing" : "is \"" + text + "\"";
    }
}
