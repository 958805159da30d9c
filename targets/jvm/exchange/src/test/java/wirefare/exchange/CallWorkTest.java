package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wirefare.codecs.Codecs;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.transit.InitRequest;

class CallWorkTest {
    private static final Map<String, String> SETTINGS =
            Map.of("WIREFARE_LARGEST_N", "50", "WIREFARE_DATASETS", "book,file");

    private final Datasets datasets = Datasets.generate(Settings.read(SETTINGS));
    private final Operations operations = new Operations(datasets);
    private final Features features = Features.of(datasets).withCalls(CallFormats.features(operations));

    @Test
    void aCallForBooksBringsWhatAnExchangeBrings() throws IOException {
        features.calls().formats().forEach((format, codecs) -> codecs.forEach(name -> {
            var codec = Codecs.of(format, name);
            var answer = call("books", codec.contentType(), "codec=" + name, codec.encode(BooksRequest.of(7)));
            assertArrayEquals(codec.encodeList(Dataset.BOOK, datasets.first(Dataset.BOOK, 7)), answer.body());
            assertTrue(answer.serverTiming().startsWith("decode;dur="), answer.serverTiming());
        }));
    }

    @Test
    void theTransitServiceAnswersInTheFormatOfTheRequest() {
        var request = new InitRequest();
        request.setId("1");
        request.setLanguage("de");
        for (var format : List.of("json", "xml", "fast-infoset")) {
            var codec = Codecs.of(format, features.calls().formats().get(format).get(0));
            var answer = call("init", codec.contentType() + "; charset=utf-8", null, codec.encode(request));
            assertEquals(codec.contentType(), answer.contentType());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "invented | application/json | '' | {\"n\":1} | 404 | ",
        "videos | application/json | '' | {\"n\":1} | 404 | ",
        "books | text/plain | '' | {\"n\":1} | 415 | ",
        "books | | '' | {\"n\":1} | 415 | ",
        "init | application/x-java-serialized-object | '' | x | 501 | ",
        "books | application/json | codec=jaxb | {\"n\":1} | 501 | codec",
        "books | application/json | compression=gzip | {\"n\":1} | 400 | level",
        "books | application/json | n=1 | {\"n\":1} | 400 | n",
        "books | application/json | '' | {\"n\":0} | 400 | ",
        "books | application/json | '' | {\"n\":51} | 400 | ",
        "books | application/json | '' | {} | 400 | ",
        "books | application/json | '' | {\"n\":\"1\"} | 400 | ",
        "books | application/xml | '' | <booksRequest/> | 400 | ",
        "books | application/xml | '' | <!DOCTYPE b><booksRequest><n>1</n></booksRequest> | 400 | ",
        "init | application/json | '' | {\"id\":\"1\"} | 400 | ",
        "init | application/xml | codec=jackson-xml | <initRequest><id>1</id></initRequest> | 400 | ",
        "init | application/json | '' | {\"id\":1,\"language\":\"de\"} | 400 | ",
    })
    void whatIsWrongIsRefused(String operation, String type, String query, String body, int status, String parameter) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        Refused.with(status, parameter, () -> call(operation, type, query, bytes));
    }

    @Test
    void aBodyThatIsTooLongIsNotReadToItsEnd() {
        var endless = new Endless();
        Refused.with(413, null, () -> CallBody.read(endless, -1));
        assertTrue(endless.read <= 1_100_000, "read " + endless.read);
        var untouched = new Endless();
        Refused.with(413, null, () -> CallBody.read(untouched, 1_000_000_000));
        assertEquals(0, untouched.read);
    }

    private static final class Endless extends InputStream {
        private long read;

        @Override
        public int read() {
            read++;
            return ' ';
        }
    }

    private record Answer(byte[] body, String contentType, String serverTiming) {
    }

    private Answer call(String name, String type, String raw, byte[] body) {
        var operation = operations.named(name);
        var query = CallQuery.parse(raw, CallFormats.formatOf(type, features.calls(), name), features);
        var codec = Codecs.of(query.format(), query.codec());
        var phases = new Phases();
        var encoded = CallWork.encoded(operation, codec, body, phases);
        return new Answer(encoded, codec.contentType(), phases.serverTiming());
    }
}
