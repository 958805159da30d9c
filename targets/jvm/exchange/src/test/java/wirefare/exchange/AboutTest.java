package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AboutTest {
    @Test
    void itTellsWhatItRunsOnAndWhatItCan() throws IOException {
        var datasets = Datasets.generate(Settings.read(Map.of("WIREFARE_LARGEST_N", "5")));
        var features = Features.of(datasets).withCalls(CallFormats.features(new Operations(datasets)));
        var about = new ObjectMapper().readTree(
                new About("some", features, Map.of("jackson", ObjectMapper.class)).json("gzip, br"));
        assertEquals(2, about.get("contract").asInt());
        assertEquals("gzip, br", about.at("/request/acceptEncoding").asText());
        assertEquals(5, about.at("/features/maxN").asInt());
        assertEquals(9, about.at("/features/compressions/gzip").size());
        assertEquals("jaxb", about.at("/features/formats/xml/0").asText());
        assertEquals("jaxb", about.at("/features/calls/formats/xml/0").asText());
        assertTrue(about.at("/features/messages").isMissingNode());
        assertTrue(about.at("/versions/heapMaxMiB").asInt() > 0);
        assertTrue(about.at("/versions/jackson").asText().matches("\\d+\\.\\d+.*"), about.toString());
        assertTrue(about.at("/versions/xml~1jaxb").asText().contains(".jar"), about.toString());
    }
}
