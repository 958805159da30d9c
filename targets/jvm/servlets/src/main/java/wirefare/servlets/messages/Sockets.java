package wirefare.servlets.messages;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Session;
import java.io.IOException;

/** Farewells of WebSockets. */
final class Sockets {
    /** A close frame has room for 123 bytes. */
    private static final int LONGEST_REASON = 120;

    private Sockets() {
    }

    /** A connection that is closed already, or broken, is as closed as can be. */
    static void close(Session session, CloseReason reason) {
        try {
            session.close(reason);
        } catch (IOException | IllegalStateException e) {
            // It is.
        }
    }

    static String shortened(String reason) {
        var ascii = reason.replaceAll("[^ -~]", "?");
        return ascii.substring(0, Math.min(LONGEST_REASON, ascii.length()));
    }
}
