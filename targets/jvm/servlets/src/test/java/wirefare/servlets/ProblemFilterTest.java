package wirefare.servlets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.FilterChain;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import wirefare.exchange.Refusal;

class ProblemFilterTest {
    private static RecordedResponse after(RecordedResponse recorded, FilterChain chain) throws Exception {
        new ProblemFilter(new FailureLog()).doFilter(RecordedResponse.request(), recorded.response(), chain);
        return recorded;
    }

    private static RecordedResponse refused(Refusal refusal) throws Exception {
        return after(new RecordedResponse(), (request, response) -> {
            response.getOutputStream().write('x');
            throw refusal;
        });
    }

    @Test
    @DisplayName("a refusal is a problem document alone, whatever was written before")
    void refusal() throws Exception {
        var recorded = refused(Refusal.badParameter("n", "is missing"));
        assertEquals(400, recorded.status);
        assertEquals("application/problem+json", recorded.headers.get("Content-Type"));
        var document = recorded.body.toString();
        assertTrue(document.startsWith("{") && document.contains("\"parameter\":\"n\""), document);
        assertEquals(String.valueOf(document.length()), recorded.headers.get("Content-Length"));
    }

    @Test
    @DisplayName("405 names the methods, 413 ends the connection, and others do neither")
    void headers() throws Exception {
        var methods = refused(Refusal.wrongMethod("/bytes", "PUT", List.of("GET", "HEAD")));
        assertEquals("GET, HEAD", methods.headers.get("Allow"));
        assertFalse(methods.headers.containsKey("Connection"));
        var tooLong = refused(new Refusal(413, "too long", null, null));
        assertEquals("close", tooLong.headers.get("Connection"));
        assertFalse(tooLong.headers.containsKey("Allow"));
    }

    @Test
    @DisplayName("half an answer is not made a whole one: the container gets the failure")
    void committed() {
        var begun = new RecordedResponse();
        begun.committed = true;
        var refusal = Refusal.badBody("no");
        assertThrows(Refusal.class, () -> after(begun, (request, response) -> {
            throw refusal;
        }));
    }

    @Test
    @DisplayName("failures are 500, and of any number of them some are logged")
    void failures() throws Exception {
        var log = new ByteArrayOutputStream();
        var stderr = System.err;
        System.setErr(new PrintStream(log));
        try {
            var filter = new ProblemFilter(new FailureLog());
            for (var i = 0; i < 100; i++) {
                var recorded = new RecordedResponse();
                filter.doFilter(RecordedResponse.request(), recorded.response(), (request, response) -> {
                    throw new IllegalStateException("asked for");
                });
                assertEquals(500, recorded.status);
            }
        } finally {
            System.setErr(stderr);
        }
        assertEquals(20, log.toString().split("asked for", -1).length - 1);
    }
}
