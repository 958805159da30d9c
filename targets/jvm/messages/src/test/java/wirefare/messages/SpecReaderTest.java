package wirefare.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;

class SpecReaderTest {
    private static final String GOOD = """
            {"direction":"both-ways","mode":"paced","ratePerSecond":0.5,"messages":1000,"compression":"none",
             "content":{"kind":"random","body":"text","size":{"policy":"fixed","bytes":100},"seed":4294967295}}""";

    private static String refusal(String was, String is) {
        var reader = new SpecReader(false);
        var body = GOOD.replace(was, is).getBytes(UTF_8);
        var refusal = assertThrows(Refusal.class, () -> reader.read(body), is);
        return refusal.status() + " " + refusal.parameter();
    }

    @Test
    void aSequenceIsWhatItsBodySays() {
        var content = new RandomContent(true, new SizePolicy.Fixed(100), -1);
        var spec = new SequenceSpec(Direction.BOTH_WAYS, Mode.PACED, 0.5, 1000, content, false);
        assertEquals(spec, new SpecReader(false).read(GOOD.getBytes(UTF_8)));
        assertEquals(spec, new SpecReader(false).read(GOOD.replace("\"compression\":\"none\",", "").getBytes(UTF_8)));
    }

    @Test
    void theFirstFieldThatIsWrongIsNamedByItsPath() {
        assertEquals("400 body", refusal("}", ""));
        assertEquals("400 body", refusal(GOOD, "null"));
        assertEquals("400 direction", refusal("both-ways", "up"));
        assertEquals("400 mode", refusal("paced", "burst"));
        for (var messages : List.of("0", "-1", "1.5", "\"10\"", "10000001", "1e9")) {
            assertEquals("400 messages", refusal("1000", messages));
        }
        for (var rate : List.of("0", "-50", "null", "100001")) {
            assertEquals("400 ratePerSecond", refusal("0.5", rate));
        }
        assertEquals("400 ratePerSecond", refusal("paced", "ping-pong"));
        assertEquals("400 compression", refusal("none", "gzip"));
        assertEquals("400 message", refusal("\"messages\"", "\"message\""));
        assertEquals("400 content.kind", refusal("random", "poem"));
        assertEquals("400 content.body", refusal("text", "bytes"));
        assertEquals("400 content.seed", refusal("4294967295", "4294967296"));
        assertEquals("400 content.size", refusal("{\"policy\":\"fixed\",\"bytes\":100}", "7"));
        assertEquals("400 content.size.policy", refusal("fixed", "shrinking"));
        assertEquals("400 content.size.bytes", refusal("100}", "15}"));
        assertEquals("400 content.size.bytes", refusal("100}", "100.5}"));
        assertEquals("400 content.size", refusal("\"fixed\",\"bytes\":100", "\"random\",\"least\":20,\"most\":16"));
        assertEquals("400 content.size", refusal("\"fixed\",\"bytes\":100", "\"growing\",\"bytes\":200"));
        assertEquals("501 content", refusal("random", "data"));
        assertEquals("501 compression", refusal("none", "permessage-deflate"));
    }

    private static Object alone(String text) {
        try {
            return StandAlone.read(Query.parse(text, StandAlone.PARAMETERS));
        } catch (Refusal refusal) {
            return refusal.status() + " " + refusal.parameter();
        }
    }

    @Test
    void aQueryForPeopleHasDefaultsForEverything() {
        var hundred = new RandomContent(true, new SizePolicy.Fixed(100), 1);
        assertEquals(
                new SequenceSpec(Direction.SERVER_TO_CLIENT, Mode.THROUGHPUT, 0, 10, hundred, false), alone(""));
        var random = new RandomContent(false, new SizePolicy.Random(16, 40), 3);
        assertEquals(
                new SequenceSpec(Direction.SERVER_TO_CLIENT, Mode.PACED, 2.5, 5, random, false),
                alone("messages=5&size=random-16-40&body=binary&seed=3&rate=2.5"));
        assertEquals("400 size", alone("size=15"));
        assertEquals("400 size", alone("size=big"));
        assertEquals("400 size", alone("size=random-50-20"));
        assertEquals("400 size", alone("size=growing-100&messages=10000000"));
        assertEquals("400 messages", alone("messages=1e9"));
        assertEquals("400 seed", alone("seed=4294967296"));
        assertEquals("400 rate", alone("rate=0"));
        assertEquals("400 body", alone("body=bytes"));
        assertEquals("400 colour", alone("colour=red"));
    }
}
