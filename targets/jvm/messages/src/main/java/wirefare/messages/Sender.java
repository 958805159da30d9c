package wirefare.messages;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import wirefare.exchange.Refusal;

/**
 * Sends the messages of one sequence, each when it is due, by the way that the client opened, and closes that way. What is
 * known here is guarded by the monitor of the sequence, so that its counts are read at one moment; sending has a lock of
 * its own, under which a client that does not read may keep its sender waiting.
 */
final class Sender {
    private static final long WAY_WITHIN_NS = TimeUnit.SECONDS.toNanos(5);

    private final Sequence sequence;
    private final SequenceSpec spec;
    private final Sequences all;
    /** What is sent; null where the client sends. */
    private final Cycle content;

    private final ReentrantLock sending = new ReentrantLock();
    /** Guarded by {@link #sending}. */
    private boolean isOutletClosed;

    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();

    private Outlet outlet;
    private Runnable hangUp = () -> { };
    private Future<?> hangingUp;
    private int sent;
    private int asked;
    private boolean isPushing;

    Sender(Sequence sequence, Sequences all, Cycle content) {
        this.sequence = sequence;
        this.spec = sequence.spec();
        this.all = all;
        this.content = content;
    }

    /** How to break the connection of the way, for the case that the client neither reads nor leaves. */
    void hangUpBy(Runnable breaking) {
        synchronized (sequence) {
            hangUp = breaking;
        }
    }

    /** The way is open: what is due goes there. */
    void attach(Outlet way) {
        synchronized (sequence) {
            outlet = way;
            sequence.notifyAll();
        }
        sendWhatIsDue();
        if (!sequence.isGoing()) {
            closeOutlet();
        }
    }

    /** Once the sequence has begun and its way is open, whichever came last. */
    void sendWhatIsDue() {
        synchronized (sequence) {
            if (!sequence.hasBegun() || outlet == null || isPushing || spec.direction() != Direction.SERVER_TO_CLIENT) {
                return;
            }
            isPushing = spec.mode() != Mode.PING_PONG;
        }
        if (spec.mode() == Mode.PING_PONG) {
            sendAsked();
        } else {
            all.run(this::push);
        }
    }

    /** Sends all messages, as fast as the client takes them or each at its time. */
    private void push() {
        send(() -> {
            for (var i = 0; i < spec.messages() && sequence.isGoing(); i++) {
                if (!isTimeOf(i)) {
                    outlet.flush();
                    sleepUntil(dueNs(i));
                    if (!sequence.isGoing()) {
                        return;
                    }
                }
                countSent();
                outlet.send(content.bytes(), content.from(i), content.to(i));
            }
            outlet.flush();
        });
        if (sequence.isAlone()) {
            all.forget(sequence);
        }
    }

    /** Ping-pong: the client asks for the next message. Which it is, from 1. */
    int next() {
        int number;
        synchronized (sequence) {
            sequence.touch();
            asked = Math.min(asked + 1, spec.messages());
            number = asked;
        }
        sendWhatIsDue();
        return number;
    }

    private void sendAsked() {
        send(() -> {
            for (var i = nextAsked(); i >= 0; i = nextAsked()) {
                outlet.send(content.bytes(), content.from(i), content.to(i));
                outlet.flush();
            }
        });
    }

    private int nextAsked() {
        synchronized (sequence) {
            return sent < asked ? sent++ : -1;
        }
    }

    /** A client that sees its way open may post before whoever opened it has said so here. */
    private void awaitWay() {
        synchronized (sequence) {
            var untilNs = System.nanoTime() + WAY_WITHIN_NS;
            while (outlet == null && sequence.isGoing()) {
                var leftMs = TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime());
                if (leftMs <= 0) {
                    throw Refusal.badParameter("sequence", "its way to the client is not open");
                }
                try {
                    sequence.wait(leftMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
        }
    }

    /** Takes a message that goes back as it came; how many have come. */
    int sendBack(byte[] message) {
        awaitWay();
        var count = new int[1];
        send(() -> {
            count[0] = sequence.take(message, 0, message.length);
            countSent();
            outlet.send(message, 0, message.length);
            outlet.flush();
        });
        return count[0];
    }

    /** Before it is sent: whoever gets it may ask for the count at once. */
    void countSent() {
        synchronized (sequence) {
            sent++;
            sequence.touch();
        }
    }

    /** Messages sent so far. */
    int sent() {
        synchronized (sequence) {
            return sent;
        }
    }

    private interface Sending {
        void send() throws IOException;
    }

    private void send(Sending what) {
        sending.lock();
        try {
            if (sequence.isGoing()) {
                what.send();
            }
        } catch (IOException | IllegalStateException e) {
            // The latter where the server has closed it already.
            sequence.fail("the messages could not be sent: " + reasonOf(e));
        } finally {
            sending.unlock();
        }
        // Whoever ended it meanwhile could not close what was in use.
        if (!sequence.isGoing()) {
            closeOutlet();
        }
    }

    private static String reasonOf(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** The sequence is over or has failed: whoever sleeps is woken, and the way is closed. */
    void stop() {
        sleepers.forEach(LockSupport::unpark);
        closeOutlet();
    }

    private void closeOutlet() {
        Outlet way;
        String why;
        synchronized (sequence) {
            way = outlet;
            why = sequence.failure();
            if (way == null) {
                return;
            }
            // Whoever sends, or says goodbye, waits until the client reads: not for longer than a client that does needs.
            if (hangingUp == null) {
                hangingUp = all.afterGrace(hangUp);
            }
        }
        if (!sending.tryLock()) {
            return;
        }
        try {
            if (!isOutletClosed) {
                isOutletClosed = true;
                way.close(why);
            }
        } finally {
            hangingUp.cancel(false);
            sending.unlock();
        }
    }

    /** Whether message i of a sequence that has begun may leave now. */
    boolean isTimeOf(int i) {
        return spec.mode() != Mode.PACED || System.nanoTime() >= dueNs(i);
    }

    /** Waits until message i of a sequence that has begun may leave, or until then. */
    void awaitTimeOf(int i, long untilNs) {
        if (spec.mode() == Mode.PACED) {
            var dueNs = dueNs(i);
            sleepUntil(dueNs < untilNs ? dueNs : untilNs);
        }
    }

    /** When message i of a paced sequence leaves, by {@link System#nanoTime}. */
    private long dueNs(int i) {
        return sequence.beganNs() + (long) Math.ceil((i + 1) * 1e9 / spec.ratePerSecond());
    }

    /** The system wakes a parked thread some 0.1 ms late, and never holds back others; it may wake it before, so it looks again. */
    private void sleepUntil(long dueNs) {
        var thread = Thread.currentThread();
        sleepers.add(thread);
        try {
            var leftNs = dueNs - System.nanoTime();
            for (; leftNs > 0 && sequence.isGoing(); leftNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(sequence, leftNs);
                if (thread.isInterrupted()) {
                    return;
                }
            }
        } finally {
            sleepers.remove(thread);
        }
    }

    /** For who asks for messages: those from {@code from} on that are due, at least one, framed, and no more than fit. */
    byte[] framedFrom(int from) {
        var to = from + 1;
        var bytes = Frames.LENGTH_BYTES + content.to(from) - content.from(from);
        while (spec.mode() != Mode.PING_PONG && sequence.isDue(to)) {
            var next = Frames.LENGTH_BYTES + content.to(to) - content.from(to);
            if (bytes + next > Frames.MOST_POLLED_BYTES) {
                break;
            }
            bytes += next;
            to++;
        }
        var framed = new byte[bytes];
        for (int i = from, at = 0; i < to; i++) {
            at = Frames.put(framed, at, content.bytes(), content.from(i), content.to(i));
        }
        synchronized (sequence) {
            sent = Math.max(sent, to);
            sequence.touch();
        }
        return framed;
    }
}
