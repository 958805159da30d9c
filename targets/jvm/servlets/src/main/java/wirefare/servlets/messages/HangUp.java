package wirefare.servlets.messages;

import jakarta.servlet.ServletRequest;

/**
 * Breaks a connection: servlets have no way to let go a thread that writes to a client that neither reads nor leaves.
 * A container that has one puts it into the context as an attribute of this interface's name.
 */
public interface HangUp {
    /** Whoever writes to that client fails at once, as if it had left. Does not wait. */
    void hangUp(String remoteAddress, int remotePort);

    /** For the connection of this request; does nothing where the container has no such way. */
    static Runnable of(ServletRequest request) {
        var address = request.getRemoteAddr();
        var port = request.getRemotePort();
        return request.getServletContext().getAttribute(HangUp.class.getName()) instanceof HangUp connections
                ? () -> connections.hangUp(address, port)
                : () -> { };
    }
}
