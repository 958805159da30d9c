package wirefare.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnDataTest {
    private static final String ORDERS =
            "[{\"z\":1,\"a, \\\"b\\\"\":{\"7\":\"seven\",\"ü\":null}},{\"z\":-3,\"at\":[11.5,\"x\",[],{}]}]";

    @TempDir
    private Path dir;

    @Test
    void whatComesIsWrittenAsItCame() throws IOException {
        assertEquals(ORDERS, json(OwnData.read(folder("list", ORDERS)).fresh(2, 0)));
        assertEquals(ORDERS, json(OwnData.read(folder("document", ORDERS)).fresh(1, 0)));
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, 9007199254740991", "-2147483649, -2147483649", "4, 4", "1e-9, 1.0E-9", "-0, -0.0",
        "9007199254740993, 9.007199254740992E15", "-9007199254740993, -9.007199254740992E15",
        "12345678901234567000, 1.2345678901234567E19", "1e+21, 1.0E21",
    })
    void numbersAreThoseOfJavaScript(String stored, String written) throws IOException {
        assertEquals("[" + written + "]", json(OwnData.read(folder("document", "[" + stored + "]")).fresh(1, 0)));
    }

    @Test
    void messagesAreAskedForByTheirNumber() throws IOException {
        var own = OwnData.read(folder("messages", "[{\"a\":1},\"text\",null]"));
        assertEquals(3, own.count());
        assertEquals(1, own.maxN());
        assertEquals("{\"a\":1}", json(own.fresh(1, 0)));
        assertEquals("\"text\"", json(own.fresh(1, 1)));
        assertEquals("null", json(own.fresh(1, 2)));
    }

    /** The example of targets/DATA.md. */
    @Test
    void listsOfAnotherLengthAreShuffledPasses() {
        var own = new OwnData("own", "list", numbers(10), 42);
        assertEquals(List.of(4, 6, 2, 1, 7, 9, 8, 5, 3, 0, 7, 4, 5, 8, 1, 6, 0, 9, 2, 3), own.fresh(20, 0));
        assertEquals(List.of(4, 6, 2), own.fresh(3, 0));
        assertEquals(numbers(10), own.fresh(10, 0));
        assertNotSame(own.fresh(10, 0), own.fresh(10, 0));
        assertEquals(1_000_000, own.maxN());
    }

    @Test
    void aFolderHoldsWhatItsNameSays() throws IOException {
        var folder = folder("list", ORDERS);
        Files.writeString(folder.resolve("value.json"), "[]");
        assertThrows(IllegalArgumentException.class, () -> OwnData.read(folder));
        var about = "{\"name\":\"own\",\"shape\":\"list\",\"dictionary\":\"dictionary.json\"}";
        var withDictionary = folder(about, "[1]\n", ORDERS);
        Files.writeString(withDictionary.resolve("dictionary.json"), "[1]");
        assertEquals(2, OwnData.read(withDictionary).count());
    }

    @ParameterizedTest
    @CsvSource({
        "dataset=own&n=1&format=xml, 501, format", "dataset=own&n=1&format=json&compute=cm1, 501, compute",
        "dataset=own&n=2&format=json, 400, n", "dataset=own&n=1&format=json&message=2, 400, message",
        "dataset=book&n=1&format=json&message=0, 400, message", "dataset=other&n=1&format=json, 501, dataset",
    })
    void whatTheyDoNotHaveIsRefused(String raw, int status, String parameter) throws IOException {
        var datasets = datasets(folder("messages", "[1,2]"));
        var features = Features.of(datasets);
        Refused.with(status, parameter, () -> ExchangeQuery.parse(raw, features, datasets));
    }

    @Test
    void theyAreListedBesideTheDatasetsAndServedByTheirNames() throws IOException {
        var datasets = datasets(folder("messages", "[1,2]"));
        var features = Features.of(datasets);
        assertEquals(List.of("book", "video", "file"), features.datasets());
        assertEquals(List.of(new Features.Payload("own", "messages", 2, 1)), features.payloads());
        var query = ExchangeQuery.parse("dataset=own&n=1&format=json&message=1", features, datasets);
        assertEquals(2, ExchangeWork.own(query, new Phases()));
    }

    private static Datasets datasets(Path folder) {
        return Datasets.generate(Settings.read(Map.of("WIREFARE_LARGEST_N", "5"))).withOwn(List.of(folder));
    }

    private static List<Object> numbers(int count) {
        return IntStream.range(0, count).<Object>mapToObj(i -> i).toList();
    }

    private static String json(Object value) throws IOException {
        return new ObjectMapper().writeValueAsString(value);
    }

    private Path folder(String shape, String value) throws IOException {
        return folder("{\"version\":1,\"name\":\"own\",\"shape\":\"" + shape + "\",\"schema\":{}}", "", value);
    }

    /** @param between what else is hashed between both files */
    private Path folder(String about, String between, String value) throws IOException {
        var folder = Files.createDirectory(dir.resolve(digest(about + "\n" + between + value)));
        Files.writeString(folder.resolve("payload.json"), about);
        Files.writeString(folder.resolve("value.json"), value);
        return folder;
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
