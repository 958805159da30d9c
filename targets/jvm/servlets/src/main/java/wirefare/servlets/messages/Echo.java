package wirefare.servlets.messages;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Sends back whatever it gets, and reads no further before the client has taken that. */
record Echo(Session session) implements SocketTalk {
    @Override
    public void begin() {
        // It has nothing to say by itself.
    }

    @Override
    public void onText(String message) throws IOException {
        session.getBasicRemote().sendText(message);
    }

    @Override
    public void onBinary(byte[] message) throws IOException {
        session.getBasicRemote().sendBinary(ByteBuffer.wrap(message));
    }

    @Override
    public void onFailure(IOException failure) {
        Sockets.close(session, new CloseReason(CloseCodes.UNEXPECTED_CONDITION, ""));
    }

    @Override
    public void onClose(String how) {
        // Nobody asks.
    }
}
