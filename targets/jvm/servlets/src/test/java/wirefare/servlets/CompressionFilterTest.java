package wirefare.servlets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.FilterChain;
import java.io.ByteArrayInputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;

class CompressionFilterTest {
    private static final byte[] BODY = "abc".repeat(1_000).getBytes();

    private static RecordedResponse sent(Compression compression, FilterChain writing) throws Exception {
        var recorded = new RecordedResponse();
        new CompressionFilter().doFilter(RecordedResponse.request(), recorded.response(), (request, response) -> {
            CompressionFilter.compress(request, compression, new Phases());
            response.setContentType("application/json");
            writing.doFilter(request, response);
        });
        return recorded;
    }

    private static RecordedResponse sent(Compression compression) throws Exception {
        return sent(compression, (request, response) -> response.getOutputStream().write(BODY));
    }

    @Test
    @DisplayName("gzip is of the whole body, and the length is that of what is sent")
    void gzip() throws Exception {
        var recorded = sent(new Compression("gzip", 9, false));
        assertEquals("gzip", recorded.headers.get("Content-Encoding"));
        assertEquals("application/json", recorded.headers.get("Content-Type"));
        assertEquals(String.valueOf(recorded.body.size()), recorded.headers.get("Content-Length"));
        assertTrue(recorded.body.size() < BODY.length / 10);
        var gzip = new GZIPInputStream(new ByteArrayInputStream(recorded.body.toByteArray()));
        assertArrayEquals(BODY, gzip.readAllBytes());
    }

    @Test
    @DisplayName("opaque sends the same bytes without saying what they are")
    void opaque() throws Exception {
        var recorded = sent(new Compression("gzip", 9, true));
        assertFalse(recorded.headers.containsKey("Content-Encoding"));
        assertEquals(Compression.OPAQUE_TYPE, recorded.headers.get("Content-Type"));
        assertArrayEquals(sent(new Compression("gzip", 9, false)).body.toByteArray(), recorded.body.toByteArray());
    }

    @Test
    @DisplayName("a body that is written in pieces arrives whole, and as it was written")
    void pieces() throws Exception {
        var recorded = sent(new Compression("none", 0, false), (request, response) -> {
            response.getOutputStream().write(BODY);
            response.getOutputStream().write(BODY, 1, 2);
            response.getOutputStream().write('x');
        });
        assertEquals(new String(BODY) + "bcx", recorded.body.toString());
        assertEquals(String.valueOf(BODY.length + 3), recorded.headers.get("Content-Length"));
    }
}
