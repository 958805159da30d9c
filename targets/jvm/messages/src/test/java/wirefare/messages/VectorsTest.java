package wirefare.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The vectors were written by src/messages of the lab: both ends must make the same. */
class VectorsTest {
    private static final HexFormat HEX = HexFormat.of();

    @Test
    void messagesAreThoseOfTheLab() throws Exception {
        var vectors = vectors().get("messages");
        assertTrue(vectors.size() > 3);
        for (var vector : vectors) {
            var count = vector.get("count").intValue();
            var isText = vector.get("body").textValue().equals("text");
            var content = new RandomContent(isText, size(vector), (int) vector.get("seed").longValue());
            var cycle = new Cycle(content, count);
            assertEquals(count, cycle.length());
            assertEquals(vector.get("first").textValue(), HEX.formatHex(message(cycle, 0)));
            assertTrue(HEX.formatHex(message(cycle, 1)).startsWith(vector.get("second").textValue()));
            var all = MessageDigest.getInstance("SHA-256");
            for (var i = 0; i < count; i++) {
                all.update(message(cycle, i));
            }
            assertEquals(vector.get("sha256").textValue(), HEX.formatHex(all.digest()), vector.toString());
            assertArrayEquals(message(cycle, 0), message(cycle, count));
        }
    }

    @Test
    void cyclesAreAsLongAsThoseOfTheLab() throws Exception {
        for (var vector : vectors().get("cycles")) {
            var sizes = size(vector).sizes(vector.get("count").intValue(), 7);
            assertEquals(vector.get("length").intValue(), sizes.length, vector.toString());
            assertEquals(vector.get("last").intValue(), sizes[sizes.length - 1], vector.toString());
        }
    }

    private static JsonNode vectors() throws IOException {
        return new JsonMapper().readTree(new File(System.getProperty("wirefare.vectors")));
    }

    private static SizePolicy size(JsonNode vector) {
        var size = vector.get("size");
        var bytes = size.path("bytes").intValue();
        return switch (size.get("policy").textValue()) {
            case "fixed" -> new SizePolicy.Fixed(bytes);
            case "growing" -> new SizePolicy.Growing(bytes);
            default -> new SizePolicy.Random(size.get("least").intValue(), size.get("most").intValue());
        };
    }

    private static byte[] message(Cycle cycle, int i) {
        return Arrays.copyOfRange(cycle.bytes(), cycle.from(i), cycle.to(i));
    }
}
