package wirefare.servlets.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import wirefare.messages.Acknowledger;
import wirefare.messages.Mode;
import wirefare.messages.Sequence;

/** A sequence over a WebSocket. What is sent blocks the container's reading, so nobody sends more than he takes back. */
final class SequenceTalk implements SocketTalk {
    private final Session session;
    private final Sequence sequence;
    private final Acknowledger acknowledger;

    private SequenceTalk(Session session, Sequence sequence) {
        this.session = session;
        this.sequence = sequence;
        this.acknowledger = new Acknowledger(sequence.spec());
    }

    static SequenceTalk open(Session session, Sequence sequence) {
        sequence.claimWay();
        return new SequenceTalk(session, sequence);
    }

    @Override
    public void begin() {
        sequence.attach(new SocketOutlet(session, sequence.spec()));
    }

    @Override
    public void onText(String message) throws IOException {
        switch (sequence.spec().direction()) {
            case SERVER_TO_CLIENT -> ask();
            case CLIENT_TO_SERVER -> receive(message.getBytes(UTF_8));
            case BOTH_WAYS -> {
                take(message.getBytes(UTF_8));
                sequence.countSent();
                session.getBasicRemote().sendText(message);
            }
        }
    }

    @Override
    public void onBinary(byte[] message) throws IOException {
        switch (sequence.spec().direction()) {
            case SERVER_TO_CLIENT -> ask();
            case CLIENT_TO_SERVER -> receive(message);
            case BOTH_WAYS -> {
                take(message);
                sequence.countSent();
                session.getBasicRemote().sendBinary(ByteBuffer.wrap(message));
            }
        }
    }

    /** Any message asks for the next in ping-pong. */
    private void ask() {
        if (sequence.spec().mode() == Mode.PING_PONG) {
            sequence.next();
        }
    }

    private void receive(byte[] message) throws IOException {
        var count = take(message);
        if (acknowledger.isDue(count, message.length)) {
            session.getBasicRemote().sendText(Integer.toString(count));
        }
    }

    private int take(byte[] message) {
        return sequence.take(message, 0, message.length);
    }

    @Override
    public void onFailure(IOException failure) {
        sequence.fail(failure.getMessage());
    }

    @Override
    public void onClose(String how) {
        sequence.detached(how);
    }
}
