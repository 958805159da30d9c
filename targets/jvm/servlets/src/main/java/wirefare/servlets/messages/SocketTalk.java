package wirefare.servlets.messages;

import java.io.IOException;

/** What a WebSocket does with what comes: with a sequence, or, for people at a console, without. */
interface SocketTalk {
    /** The connection is open and listens. */
    void begin();

    void onText(String message) throws IOException;

    void onBinary(byte[] message) throws IOException;

    void onFailure(IOException failure);

    void onClose(String how);
}
