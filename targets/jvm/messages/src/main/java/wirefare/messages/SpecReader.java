package wirefare.messages;

import static wirefare.messages.SequenceSpec.GROWTH_BYTES;
import static wirefare.messages.SequenceSpec.LARGEST_BYTES;
import static wirefare.messages.SequenceSpec.MOST_MESSAGES;
import static wirefare.messages.SequenceSpec.MOST_RATE;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import wirefare.exchange.Refusal;

/** The body of POST /sequence. A refusal names the first field that is wrong by its path: {@code content.size.bytes}. */
final class SpecReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final List<String> COMPRESSIONS = List.of("none", "permessage-deflate");
    private static final List<String> POLICIES = List.of("fixed", "random", "growing");

    private final boolean canDeflate;

    /** @param canDeflate the server's WebSocket has permessage-deflate */
    SpecReader(boolean canDeflate) {
        this.canDeflate = canDeflate;
    }

    SequenceSpec read(byte[] body) {
        var known = List.of("direction", "mode", "ratePerSecond", "messages", "content", "compression");
        var fields = objectIn(parsed(body), "", known);
        var direction = Direction.valueOf(constant(fields, "direction", words(Direction.values(), d -> d.word)));
        var mode = Mode.valueOf(constant(fields, "mode", words(Mode.values(), m -> m.word)));
        var messages = whole(fields, "", "messages", 1, MOST_MESSAGES);
        var isDeflated = fields.has("compression")
                && oneOf(fields, "", "compression", COMPRESSIONS).equals("permessage-deflate");
        var content = content(fields.get("content"), messages);
        if (isDeflated && !canDeflate) {
            throw Refusal.unsupported("compression", "permessage-deflate", List.of("none"));
        }
        return new SequenceSpec(direction, mode, rate(fields, mode), messages, content, isDeflated);
    }

    private static JsonNode parsed(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw Refusal.badParameter("body", "is no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw Refusal.badParameter("body", "cannot be read: " + e.getMessage());
        }
    }

    private static RandomContent content(JsonNode value, int messages) {
        var path = "content";
        var kind = oneOf(objectIn(value, path, null), path, "kind", List.of("random", "data"));
        if (kind.equals("data")) {
            throw Refusal.unsupported("content", "data", List.of("random"));
        }
        var fields = objectIn(value, path, List.of("kind", "body", "size", "seed"));
        var body = oneOf(fields, path, "body", List.of("text", "binary"));
        var size = size(fields.get("size"), messages);
        var seed = wide(fields, path, "seed", 0, 0xffff_ffffL);
        return new RandomContent(body.equals("text"), size, (int) seed);
    }

    private static SizePolicy size(JsonNode value, int messages) {
        var path = "content.size";
        var policy = oneOf(objectIn(value, path, null), path, "policy", POLICIES);
        var isRandom = policy.equals("random");
        var fields = objectIn(value, path, isRandom ? List.of("policy", "least", "most") : List.of("policy", "bytes"));
        if (isRandom) {
            var least = whole(fields, path, "least", Head.BYTES, LARGEST_BYTES);
            return checked(new SizePolicy.Random(least, whole(fields, path, "most", Head.BYTES, LARGEST_BYTES)),
                    messages, path);
        }
        var bytes = whole(fields, path, "bytes", Head.BYTES, LARGEST_BYTES);
        return checked(policy.equals("fixed") ? new SizePolicy.Fixed(bytes) : new SizePolicy.Growing(bytes),
                messages, path);
    }

    /** What single numbers do not tell: one within the other, and all that grow together. */
    static SizePolicy checked(SizePolicy size, int messages, String path) {
        if (size instanceof SizePolicy.Random random && random.least() > random.most()) {
            throw Refusal.badParameter(path, "%d to %d bytes: least is above most"
                    .formatted(random.least(), random.most()));
        }
        if (size instanceof SizePolicy.Growing growing
                && (double) growing.bytes() * messages * (messages + 1.0) / 2 > GROWTH_BYTES) {
            throw Refusal.badParameter(path, "%d messages growing by %d bytes are more than %d bytes together"
                    .formatted(messages, growing.bytes(), GROWTH_BYTES));
        }
        return size;
    }

    private static double rate(JsonNode fields, Mode mode) {
        var value = fields.path("ratePerSecond");
        if (mode == Mode.PACED) {
            return checkedRate("ratePerSecond", value.isNumber() ? value.doubleValue() : Double.NaN, seen(value));
        }
        if (!value.isMissingNode() && !value.isNull()) {
            throw Refusal.badParameter("ratePerSecond", "only paced sequences have it, not " + mode.word);
        }
        return 0;
    }

    static double checkedRate(String name, double rate, String seen) {
        if (rate > 0 && rate <= MOST_RATE) {
            return rate;
        }
        throw Refusal.badParameter(name, seen + ": messages a second, above 0 and at most " + MOST_RATE + ", are wanted");
    }

    /** @param known null: any field, of something that tells itself which it may have */
    private static JsonNode objectIn(JsonNode value, String path, List<String> known) {
        if (value == null || !value.isObject()) {
            throw Refusal.badParameter(path.isEmpty() ? "body" : path, seen(value) + ": an object is wanted");
        }
        value.fieldNames().forEachRemaining(name -> {
            if (known != null && !known.contains(name)) {
                throw Refusal.badParameter(at(path, name), "no such field", known);
            }
        });
        return value;
    }

    private static String oneOf(JsonNode fields, String path, String name, List<String> allowed) {
        var value = fields.path(name);
        if (value.isTextual() && allowed.contains(value.textValue())) {
            return value.textValue();
        }
        throw Refusal.badParameter(at(path, name), seen(value), allowed);
    }

    /** The name of the constant that a word stands for. */
    private static String constant(JsonNode fields, String name, List<String> words) {
        return oneOf(fields, "", name, words).toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    }

    private static <T> List<String> words(T[] constants, java.util.function.Function<T, String> word) {
        return Stream.of(constants).map(word).toList();
    }

    private static int whole(JsonNode fields, String path, String name, int least, int most) {
        return (int) wide(fields, path, name, least, most);
    }

    private static long wide(JsonNode fields, String path, String name, long least, long most) {
        var value = fields.path(name);
        // 1.0 and 1e3 are whole numbers to whoever writes JSON with one type of number.
        if (value.isNumber()) {
            var number = value.doubleValue();
            if (number == Math.rint(number) && number >= least && number <= most) {
                return (long) number;
            }
        }
        throw Refusal.badParameter(
                at(path, name), "%s: a whole number from %d to %d is wanted".formatted(seen(value), least, most));
    }

    private static String seen(JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return "is missing";
        }
        var text = value.toString();
        return "is " + text.substring(0, Math.min(100, text.length()));
    }

    private static String at(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
