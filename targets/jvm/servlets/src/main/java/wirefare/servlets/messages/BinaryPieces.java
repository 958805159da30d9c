package wirefare.servlets.messages;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Puts a binary message together of its pieces; one that comes whole is copied once. */
final class BinaryPieces {
    private final int mostBytes;
    private byte[] only;
    private ByteArrayOutputStream all;
    private boolean isTooLong;

    BinaryPieces(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** False from the piece on that makes the message too long, of which nothing is kept. */
    boolean add(ByteBuffer piece) {
        var held = all != null ? all.size() : only != null ? only.length : 0;
        if (isTooLong || held + piece.remaining() > mostBytes) {
            isTooLong = true;
            only = null;
            all = null;
            return false;
        }
        var bytes = bytes(piece);
        if (only == null && all == null) {
            only = bytes;
            return true;
        }
        if (all == null) {
            all = new ByteArrayOutputStream(2 * (only.length + bytes.length));
            all.writeBytes(only);
            only = null;
        }
        all.writeBytes(bytes);
        return true;
    }

    /** The container may use its buffer again. */
    private static byte[] bytes(ByteBuffer piece) {
        var bytes = new byte[piece.remaining()];
        piece.get(bytes);
        return bytes;
    }

    /** The whole message; then the next begins. */
    byte[] take() {
        var message = all == null ? only : all.toByteArray();
        only = null;
        all = null;
        return message;
    }
}
