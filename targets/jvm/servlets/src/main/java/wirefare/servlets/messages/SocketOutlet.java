package wirefare.servlets.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import wirefare.messages.Direction;
import wirefare.messages.Mode;
import wirefare.messages.Outlet;
import wirefare.messages.SequenceSpec;

/** Messages to the client over a WebSocket. Those that are due leave together, where the container has batches. */
final class SocketOutlet implements Outlet {
    private final Session session;
    private final RemoteEndpoint.Basic remote;
    private final boolean isText;
    private final boolean isBatched;
    private boolean isBatching;

    SocketOutlet(Session session, SequenceSpec spec) {
        this.session = session;
        remote = session.getBasicRemote();
        isText = spec.content().isText();
        // In the other directions answers are sent past this outlet, and in ping-pong one at a time: none may wait.
        isBatched = spec.direction() == Direction.SERVER_TO_CLIENT && spec.mode() != Mode.PING_PONG;
    }

    @Override
    public void send(byte[] bytes, int from, int to) throws IOException {
        if (isBatched && !isBatching) {
            remote.setBatchingAllowed(true);
            isBatching = true;
        }
        try {
            if (isText) {
                remote.sendText(new String(bytes, from, to - from, UTF_8));
            } else {
                remote.sendBinary(ByteBuffer.wrap(bytes, from, to - from).slice());
            }
        } catch (RuntimeException e) {
            // Tyrus says so where the client has left.
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Ends the batch: whatever the container sends by itself, a farewell above all, must not wait in one. */
    @Override
    public void flush() throws IOException {
        if (isBatching) {
            isBatching = false;
            remote.setBatchingAllowed(false);
        }
    }

    @Override
    public void close(String failure) {
        Sockets.close(session, failure == null
                ? new CloseReason(CloseCodes.NORMAL_CLOSURE, "")
                : new CloseReason(CloseCodes.UNEXPECTED_CONDITION, Sockets.shortened(failure)));
    }
}
