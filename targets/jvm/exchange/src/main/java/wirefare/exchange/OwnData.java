package wirefare.exchange;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Somebody's own data, as the lab hands them over in a folder (targets/DATA.md): maps and lists, as those who have no
 * classes for their data hold what Jackson has read.
 */
public final class OwnData {
    /** The others write the types of the published records alone. */
    static final List<String> FORMATS = List.of("json");

    private static final String LIST = "list";
    private static final String DOCUMENT = "document";
    private static final String MESSAGES = "messages";
    private static final int MOST_RESAMPLED = 1_000_000;
    private static final int SEED_DIGITS = 12;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule().addDeserializer(Number.class, new JavaScriptNumbers()))
            .build();

    private final String name;
    private final String shape;
    private final List<Object> values;
    private final Random random;
    /** For lists of another length: passes through all records, each shuffled. */
    private final List<Object> drawn = new ArrayList<>();

    /** @param values records, messages, or the one document */
    OwnData(String name, String shape, List<Object> values, long seed) {
        this.name = name;
        this.shape = shape;
        this.values = values;
        random = new Random(seed);
    }

    /** @throws IllegalArgumentException where the folder does not hold what its name says */
    static OwnData read(Path folder) {
        try {
            var about = Files.readAllBytes(folder.resolve("payload.json"));
            var described = MAPPER.readTree(about);
            var value = Files.readAllBytes(folder.resolve("value.json"));
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(about);
            digest.update((byte) '\n');
            if (described.has("dictionary")) {
                digest.update(Files.readAllBytes(folder.resolve(described.get("dictionary").asText())));
                digest.update((byte) '\n');
            }
            var digits = folder.getFileName().toString();
            if (!HexFormat.of().formatHex(digest.digest(value)).equals(digits)) {
                throw new IllegalArgumentException(folder + " does not hold what its name says");
            }
            var shape = described.get("shape").asText();
            var seed = Long.parseLong(digits.substring(0, SEED_DIGITS), 16);
            return new OwnData(described.get("name").asText(), shape, values(shape, value), seed);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": " + e.getMessage(), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Object> values(String shape, byte[] json) throws IOException {
        if (shape.equals(DOCUMENT)) {
            return List.of(body(MAPPER.readValue(json, Object.class)));
        }
        List<Object> values = MAPPER.readerForListOf(Object.class).readValue(json);
        return shape.equals(LIST) ? values : values.stream().map(OwnData::body).toList();
    }

    private static Object body(Object value) {
        return value == null || value instanceof String ? new Scalar(value) : value;
    }

    String name() {
        return name;
    }

    String shape() {
        return shape;
    }

    int count() {
        return values.size();
    }

    int maxN() {
        return shape.equals(LIST) ? Math.max(count(), MOST_RESAMPLED) : 1;
    }

    boolean isMessages() {
        return shape.equals(MESSAGES);
    }

    /** A list of its own of n records, the document, or the message of that number. */
    Object fresh(int n, int message) {
        if (!shape.equals(LIST)) {
            return values.get(message);
        }
        return n == count() ? new ArrayList<>(values) : resampled(n);
    }

    private synchronized List<Object> resampled(int n) {
        while (drawn.size() < n) {
            var pass = new ArrayList<>(values);
            Collections.shuffle(pass, random);
            drawn.addAll(pass);
        }
        return new ArrayList<>(drawn.subList(0, n));
    }

    /** A body that frameworks would send as plain text, or not at all, where it is not seen to be JSON. */
    private record Scalar(@JsonValue Object value) {
    }
}
