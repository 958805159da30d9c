package wirefare.servlets;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

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

    /** The connection ends with this answer. */
    public static void closeAfter(HttpServletResponse response) {
        response.setHeader("Connection", "close");
    }
}
