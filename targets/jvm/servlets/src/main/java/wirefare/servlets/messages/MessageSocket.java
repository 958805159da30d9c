package wirefare.servlets.messages;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import wirefare.exchange.Refusal;
import wirefare.messages.SequenceSpec;
import wirefare.messages.Sequences;

/**
 * {@code GET /socket}: one connection. Messages are taken in pieces and put together here, so that no container sets aside
 * room for the longest possible one; messages up to a piece's length come whole.
 */
public final class MessageSocket extends Endpoint {
    private static final int PIECE_BYTES = 65_536;

    /**
     * Of Tomcat, which gives up a client that does not read for 20 s. Longer than a sequence is kept that nobody asks
     * after, so that a page may pause.
     */
    private static final String TOMCAT_SEND_TIMEOUT = "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";
    private static final long SEND_TIMEOUT_MS = 90_000;

    private final Sequences sequences;
    private final TextPieces text = new TextPieces(SequenceSpec.LARGEST_BYTES);
    private final BinaryPieces binary = new BinaryPieces(SequenceSpec.LARGEST_BYTES);
    private Session session;
    private SocketTalk talk;

    MessageSocket(Sequences sequences) {
        this.sequences = sequences;
    }

    @Override
    public void onOpen(Session opened, EndpointConfig config) {
        session = opened;
        session.setMaxIdleTimeout(0);
        session.setMaxTextMessageBufferSize(PIECE_BYTES);
        session.setMaxBinaryMessageBufferSize(PIECE_BYTES);
        session.getUserProperties().put(TOMCAT_SEND_TIMEOUT, SEND_TIMEOUT_MS);
        try {
            talk = talk();
        } catch (Refusal refusal) {
            // It was there when the connection was upgraded.
            close(CloseCodes.VIOLATED_POLICY, refusal.detail());
            return;
        }
        session.addMessageHandler(String.class, (MessageHandler.Partial<String>) this::onText);
        session.addMessageHandler(ByteBuffer.class, (MessageHandler.Partial<ByteBuffer>) this::onBinary);
        talk.begin();
    }

    private SocketTalk talk() {
        var named = session.getRequestParameterMap().get("sequence");
        return named == null ? new Echo(session) : SequenceTalk.open(session, sequences.named(named.get(0)));
    }

    private void onText(String piece, boolean isLast) {
        try {
            if (!text.add(piece)) {
                tooLong();
            } else if (isLast) {
                talk.onText(text.take());
            }
        } catch (IOException e) {
            talk.onFailure(e);
        }
    }

    private void onBinary(ByteBuffer piece, boolean isLast) {
        try {
            if (!binary.add(piece)) {
                tooLong();
            } else if (isLast) {
                talk.onBinary(binary.take());
            }
        } catch (IOException e) {
            talk.onFailure(e);
        }
    }

    private void tooLong() {
        var reason = "a message of more than " + SequenceSpec.LARGEST_BYTES + " bytes";
        close(CloseCodes.TOO_BIG, reason);
        talk.onFailure(new IOException(reason + " came"));
    }

    private void close(CloseCodes code, String reason) {
        Sockets.close(session, new CloseReason(code, Sockets.shortened(reason)));
    }

    @Override
    public void onClose(Session closed, CloseReason reason) {
        if (talk != null) {
            talk.onClose("the WebSocket closed with " + reason.getCloseCode().getCode());
        }
    }

    @Override
    public void onError(Session failed, Throwable failure) {
        if (talk != null) {
            talk.onClose("the WebSocket failed (" + failure + ")");
        }
    }
}
