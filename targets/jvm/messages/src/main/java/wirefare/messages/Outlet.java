package wirefare.messages;

import java.io.IOException;

/**
 * A way that messages go to the client: Server-Sent Events, an endless body, a WebSocket. Its calls block until the client
 * has taken enough, so that nothing piles up; a sequence makes one at a time.
 */
public interface Outlet {
    /** A message lies in the bytes from one place to another. It may be kept back until it is flushed. */
    void send(byte[] bytes, int from, int to) throws IOException;

    void flush() throws IOException;

    /** Ends it, once. @param failure what went wrong, to be told where the way has words for it; else null */
    void close(String failure);
}
