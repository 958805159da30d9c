package wirefare.servlets.messages;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.stream.Stream;
import wirefare.exchange.Query;
import wirefare.messages.Sequence;
import wirefare.messages.Sequences;
import wirefare.servlets.Answers;

/** What requests of sequences have in common: the sequence that they name, their body, the form of their answers. */
final class SequenceRequest {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** So much of a body is made room for before it has come. */
    private static final int TRUSTED_BYTES = 1_000_000;

    private SequenceRequest() {
    }

    /** The sequence of a request without other parameters. */
    static Sequence sequence(HttpServletRequest request, Sequences sequences) {
        return sequences.named(query(request).text("sequence"));
    }

    static Query query(HttpServletRequest request, String... others) {
        return Query.parse(request.getQueryString(), Stream.concat(
                Stream.of("sequence"), Stream.of(others)).toList());
    }

    /** The body; null where it is longer than that, of which no more is read. */
    static byte[] body(HttpServletRequest request, int mostBytes) throws IOException {
        var length = request.getContentLengthLong();
        if (length > mostBytes) {
            return null;
        }
        var in = request.getInputStream();
        return length >= 0 && length <= TRUSTED_BYTES ? whole(in, (int) length) : limited(in, mostBytes);
    }

    private static byte[] whole(ServletInputStream in, int length) throws IOException {
        var bytes = new byte[length];
        if (in.readNBytes(bytes, 0, length) < length) {
            throw new IOException("the body ended before its length");
        }
        return bytes;
    }

    private static byte[] limited(ServletInputStream in, int mostBytes) throws IOException {
        var bytes = in.readNBytes(mostBytes);
        return bytes.length == mostBytes && in.read() >= 0 ? null : bytes;
    }

    static void sendJson(HttpServletResponse response, Object value) throws IOException {
        Answers.send(response, "application/json", json(value));
    }

    static void sendNumber(HttpServletResponse response, int number) throws IOException {
        Answers.send(response, "text/plain", Integer.toString(number).getBytes(US_ASCII));
    }

    private static byte[] json(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
