package wirefare.messages;

import static wirefare.messages.SequenceSpec.LARGEST_BYTES;
import static wirefare.messages.SequenceSpec.MOST_MESSAGES;

import java.util.List;
import java.util.regex.Pattern;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;

/** For people with curl: a sequence to the client in the words of a query, which begins at once. */
final class StandAlone {
    static final List<String> PARAMETERS = List.of("messages", "size", "body", "seed", "rate");

    private static final Pattern SIZE = Pattern.compile("(?:(growing)-|(random)-(\\d{1,9})-)?(\\d{1,9})");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{1,15})?");

    private StandAlone() {}

    static SequenceSpec read(Query query) {
        var messages = query.has("messages") ? query.count("messages", 1, MOST_MESSAGES) : 10;
        var rate = query.text("rate");
        return new SequenceSpec(
                Direction.SERVER_TO_CLIENT,
                rate == null ? Mode.THROUGHPUT : Mode.PACED,
                rate == null ? 0 : rateOf(rate),
                messages,
                new RandomContent(isText(query), size(query.text("size"), messages), seed(query.text("seed"))),
                false);
    }

    private static boolean isText(Query query) {
        var body = query.text("body");
        if (body != null && !List.of("text", "binary").contains(body)) {
            throw Refusal.badParameter("body", "is \"" + body + "\"", List.of("text", "binary"));
        }
        return !"binary".equals(body);
    }

    private static double rateOf(String text) {
        var rate = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        return SpecReader.checkedRate("rate", rate, "is \"" + text + "\"");
    }

    private static int seed(String text) {
        if (text == null) {
            return 1;
        }
        var seed = text.matches("\\d{1,10}") ? Long.parseLong(text) : -1;
        if (seed < 0 || seed > 0xffff_ffffL) {
            throw Refusal.badParameter("seed", "is \"" + text + "\": a whole number below 4294967296 is wanted");
        }
        return (int) seed;
    }

    /** {@code 100}, {@code random-100-1000}, {@code growing-100}. */
    private static SizePolicy size(String text, int messages) {
        if (text == null) {
            return new SizePolicy.Fixed(100);
        }
        var words = SIZE.matcher(text);
        if (!words.matches()) {
            throw Refusal.badParameter("size", "is \"" + text + "\"", List.of("100", "random-100-1000", "growing-100"));
        }
        var bytes = length(words.group(4));
        if (words.group(2) != null) {
            return SpecReader.checked(new SizePolicy.Random(length(words.group(3)), bytes), messages, "size");
        }
        return SpecReader.checked(
                words.group(1) == null ? new SizePolicy.Fixed(bytes) : new SizePolicy.Growing(bytes), messages, "size");
    }

    private static int length(String text) {
        var bytes = Integer.parseInt(text);
        if (bytes < Head.BYTES || bytes > LARGEST_BYTES) {
            throw Refusal.badParameter(
                    "size", "is %d: from %d to %d bytes are possible".formatted(bytes, Head.BYTES, LARGEST_BYTES));
        }
        return bytes;
    }
}
