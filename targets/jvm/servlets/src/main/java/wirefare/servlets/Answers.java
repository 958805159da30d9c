package wirefare.servlets;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;

/** Whole bodies with their exact length: never chunked. */
public final class Answers {
    private Answers() {
    }

    public static void send(HttpServletResponse response, String contentType, byte[] body) throws IOException {
        send(response, contentType, body, body.length);
    }

    /** The first bytes of a longer array. */
    static void send(HttpServletResponse response, String contentType, byte[] bytes, int length) throws IOException {
        response.setContentType(contentType);
        response.setContentLength(length);
        response.getOutputStream().write(bytes, 0, length);
    }

    /** Compresses a body and sends it with what each phase took; encoding, the last one so far, has been marked. */
    public static void sendCompressed(
            HttpServletResponse response, String contentType, HeldResponse held, Compression compression, Phases phases)
            throws IOException {
        phases.begin();
        var compressed = compression.level() == 0 ? null : compression.compressed(held::writeTo, held.size());
        phases.compressed();
        if (compression.contentEncoding() != null) {
            response.setHeader("Content-Encoding", compression.contentEncoding());
        }
        response.setHeader(AnswerHeaders.SERVER_TIMING, phases.serverTiming());
        if (compressed == null) {
            send(response, compression.contentType(contentType), held);
        } else {
            send(response, compression.contentType(contentType), compressed);
        }
    }

    static void send(HttpServletResponse response, String contentType, HeldResponse held) throws IOException {
        response.setContentType(contentType);
        response.setContentLength(held.size());
        held.writeTo(response.getOutputStream());
    }

    /** The connection ends with this answer. */
    public static void closeAfter(HttpServletResponse response) {
        response.setHeader("Connection", "close");
    }
}
