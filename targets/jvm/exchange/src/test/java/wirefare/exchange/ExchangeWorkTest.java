package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import wirefare.codecs.Codecs;
import wirefare.data.Dataset;

class ExchangeWorkTest {
    private final Datasets datasets = Datasets.generate(Settings.read(Map.of("WIREFARE_LARGEST_N", "200")));
    private final Features features = Features.of(datasets);
    private final ExchangeWork work = new ExchangeWork(datasets);

    @Test
    void gzipIsTheSameBodyCompressed() throws IOException {
        var plain = run("dataset=book&n=200&format=json");
        var fast = run("dataset=book&n=200&format=json&compression=gzip&level=1");
        var small = run("dataset=book&n=200&format=json&compression=gzip&level=9");
        assertEquals("gzip", small.contentEncoding());
        assertTrue(small.body().length < fast.body().length);
        var unzipped = new GZIPInputStream(new ByteArrayInputStream(small.body())).readAllBytes();
        assertArrayEquals(plain.body(), unzipped);
    }

    @Test
    void opaqueIsTheSameBytesWithoutSayingWhatTheyAre() {
        var said = run("dataset=book&n=20&format=xml&compression=gzip&level=6");
        var opaque = run("dataset=book&n=20&format=xml&compression=gzip&level=6&opaque=1");
        assertArrayEquals(said.body(), opaque.body());
        assertNull(opaque.contentEncoding());
        assertEquals("application/octet-stream", opaque.contentType());
    }

    @Test
    void sortingLeavesTheStoredObjectsInTheirOrder() {
        var before = run("dataset=book&n=200&format=json").body();
        var sorted = run("dataset=book&n=200&format=json&compute=cm1").body();
        assertFalse(Arrays.equals(before, sorted));
        assertArrayEquals(before, run("dataset=book&n=200&format=json").body());
    }

    @Test
    void everyFormatOfEveryDatasetIsWhatItsCodecWrites() {
        features.formats().forEach((format, codecs) -> codecs.forEach(codec -> {
            for (var dataset : Dataset.ALL) {
                var answer = run("dataset=" + dataset.name() + "&n=3&format=" + format + "&codec=" + codec);
                assertEquals(3, Codecs.of(format, codec).decodeList(dataset, answer.body()).size());
                assertEquals(Codecs.of(format, codec).contentType(), answer.contentType());
            }
        }));
    }

    @Test
    void phasesAreMillisecondsWithFourDecimals() {
        var timing = run("dataset=book&n=20&format=json").serverTiming();
        var duration = ";dur=\\d+\\.\\d{4}";
        assertTrue(timing.matches("compute" + duration + ", encode" + duration + ", compress" + duration), timing);
        assertEquals("compute;dur=0.0000, encode;dur=0.0000, compress;dur=0.0000", Phases.NOTHING);
    }

    @Test
    void freshObjectsAreNotTheStoredOnes() {
        var stored = datasets.first(Dataset.BOOK, 2);
        var fresh = datasets.fresh(Dataset.BOOK, 2);
        assertNotSame(stored.get(0), fresh.get(0));
        assertEquals(stored.get(0).getTitle(), fresh.get(0).getTitle());
    }

    private record Answer(byte[] body, String contentType, String contentEncoding, String serverTiming) {
    }

    private Answer run(String raw) {
        var query = ExchangeQuery.parse(raw, features, datasets);
        return answer(query, query.dataset());
    }

    private <T> Answer answer(ExchangeQuery query, Dataset<T> dataset) {
        var phases = new Phases();
        var body = query.encoder().encodeList(dataset, work.computed(query, dataset, phases));
        phases.encoded();
        var compression = query.compression();
        return new Answer(
                compression.level() == 0 ? body : compression.compressed(out -> out.write(body), body.length),
                compression.contentType(query.encoder().contentType()),
                compression.contentEncoding(),
                phases.serverTiming());
    }
}
