package wirefare.jaxws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.zip.GZIPInputStream;

/** One request over a kept connection, stamped: connected, sent, head there, body there and decompressed. */
final class HttpRequest {
    private static final int FIRST_ERROR = 400;

    private final HttpURLConnection connection;
    private final CallMarks marks;

    HttpRequest(String url, CallMarks marks) throws IOException {
        this.marks = marks;
        connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setReadTimeout(marks.timeoutMs());
        connection.setConnectTimeout(marks.timeoutMs());
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept-Encoding", "gzip");
    }

    void header(String name, String value) {
        connection.setRequestProperty(name, value);
    }

    HttpAnswer post(byte[] body) throws IOException {
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        // Not in its streaming mode, which tries a kept connection for a millisecond before every post; nor is JAX-WS's own.
        connect();
        try (var out = connection.getOutputStream()) {
            out.write(body);
        }
        return answer();
    }

    HttpAnswer get() throws IOException {
        connect();
        return answer();
    }

    /** Takes a kept connection, or opens one. */
    private void connect() throws IOException {
        marks.connecting();
        connection.connect();
        marks.requesting();
    }

    private HttpAnswer answer() throws IOException {
        var status = connection.getResponseCode();
        marks.answering();
        var encoded = body(status);
        var encoding = text("Content-Encoding");
        var body = encoding.equals("gzip") ? gunzip(encoded) : encoded;
        marks.ended();
        return new HttpAnswer(
                status, encoded, body, text("Content-Type"), encoding,
                connection.getHeaderField("Server-Timing"));
    }

    private byte[] body(int status) throws IOException {
        try (var in = status < FIRST_ERROR ? connection.getInputStream() : connection.getErrorStream()) {
            var length = connection.getContentLength();
            // The length is known: nothing has to grow while it comes.
            return in == null ? new byte[0] : length < 0 ? in.readAllBytes() : in.readNBytes(length);
        }
    }

    static byte[] gunzip(byte[] bytes) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes), 1 << 16)) {
            return in.readAllBytes();
        }
    }

    private String text(String header) {
        var value = connection.getHeaderField(header);
        return value == null ? "" : value;
    }
}
