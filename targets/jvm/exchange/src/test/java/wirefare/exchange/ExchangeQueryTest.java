package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExchangeQueryTest {
    private static final String GOOD = "dataset=book&n=10&format=json";

    private final Datasets datasets = Datasets.generate(Settings.read(Map.of("WIREFARE_LARGEST_N", "20")));
    private final Features features = Features.of(datasets);

    @Test
    void whatIsLeftOutIsTheContractsDefault() {
        var query = ExchangeQuery.parse(GOOD, features, datasets);
        assertEquals("jackson", query.codec());
        assertEquals("none", query.compression().name());
        assertEquals("none", query.compute());
        assertEquals(10, query.n());
        assertNull(query.compression().contentEncoding());
    }

    @Test
    void everythingCanBeAskedForAtOnce() {
        var raw = "dataset=video&n=20&format=xml&codec=jackson-xml&compression=gzip&level=9&compute=cm2"
                + "&connection=close&opaque=1&serial=5";
        var query = ExchangeQuery.parse(raw, features, datasets);
        assertEquals("jackson-xml", query.encoder().name());
        assertEquals(9, query.compression().level());
        assertTrue(query.close());
        assertEquals("application/octet-stream", query.compression().contentType("application/xml"));
    }

    @ParameterizedTest
    @CsvSource({
        "n=10&format=json, 400, dataset", "dataset=book&format=json, 400, n", "dataset=book&n=10, 400, format",
        "dataset=book&n=0&format=json, 400, n", "dataset=book&n=21&format=json, 400, n",
        "dataset=book&n=+5&format=json, 400, n", "dataset=book&n=1e1&format=json, 400, n",
        "dataset=book&n=99999999999&format=json, 400, n", "dataset=book&n=&format=json, 400, n",
        "dataset=x&n=10&format=json, 501, dataset", "dataset=book&n=10&format=x, 501, format",
        "dataset=book&n=10&format=json&codec=jaxb, 501, codec",
        "dataset=book&n=10&format=json&compression=br, 501, compression",
        "dataset=book&n=10&format=json&compression=gzip, 400, level",
        "dataset=book&n=10&format=json&compression=gzip&level=0, 400, level",
        "dataset=book&n=10&format=json&compression=gzip&level=4294967297, 400, level",
        "dataset=book&n=10&format=json&level=6, 400, level",
        "dataset=book&n=10&format=json&compute=cm6, 501, compute",
        "dataset=file&n=10&format=json&compute=cm1, 501, compute",
        "dataset=book&n=10&format=json&message=0, 400, message",
        "dataset=book&n=10&format=json&connection=keep, 400, connection",
        "dataset=book&n=10&format=json&opaque=0, 400, opaque",
        "dataset=book&n=10&format=json&invented=1, 400, invented",
        "dataset=book&n=10&format=json&n=10, 400, n",
        "dataset=book&n=10&format=%zz, 400, ",
    })
    void whatIsWrongIsNamed(String raw, int status, String parameter) {
        Refused.with(status, parameter, () -> ExchangeQuery.parse(raw, features, datasets));
    }

    @Test
    void aRefusalListsWhatIsAllowed() {
        var refusal = Refused.with(
                501, "format", () -> ExchangeQuery.parse("dataset=book&n=1&format=x", features, datasets));
        assertTrue(refusal.allowed().containsAll(List.of("json", "xml", "protobuf", "fast-infoset")));
        var document = new String(ProblemJson.of(refusal).bytes());
        assertTrue(document.contains("\"parameter\":\"format\",\"allowed\":[\"json\",\"xml\""), document);
        assertTrue(document.startsWith("{\"type\":\"about:blank\",\"title\":"), document);
    }

    @ParameterizedTest
    @CsvSource({"n=0, 0", "n=100000000&serial=1, 100000000"})
    void bytesAreAskedForByTheirNumber(String raw, int n) {
        assertEquals(n, BytesQuery.parse(raw).n());
    }

    @ParameterizedTest
    @CsvSource({"'', n", "n=100000001, n", "n=-1, n", "n=1&dataset=book, dataset"})
    void bytesThatCannotBeAreRefused(String raw, String parameter) {
        Refused.with(400, parameter, () -> BytesQuery.parse(raw));
    }
}
