package wirefare.messages;

import java.util.Arrays;
import wirefare.exchange.Refusal;

/**
 * One sequence of messages, from POST /sequence to its end. What is known of it is guarded by its monitor, which is never
 * held while something is sent: its {@link Sender} has a lock of its own for that.
 */
public final class Sequence {
    private static final long IDLE_NS = 60_000_000_000L;

    private final String id;
    private final SequenceSpec spec;
    private final Sequences all;
    /** Begins by itself and is forgotten after its last message. */
    private final boolean isAlone;
    private final int cycle;
    private final long heldBytes;
    private final Receiver receiver;
    private final Sender sender;

    private String failure;
    private long beganNs;
    private Double cpuBeganMs;
    private long touchedNs = System.nanoTime();
    private boolean hasBegun;
    private boolean hasWay;
    private volatile boolean isOver;
    private volatile boolean hasFailed;

    Sequence(String id, SequenceSpec spec, Sequences all, boolean isAlone) {
        this.id = id;
        this.spec = spec;
        this.all = all;
        this.isAlone = isAlone;
        var content = spec.direction() == Direction.SERVER_TO_CLIENT ? new Cycle(spec.content(), spec.messages()) : null;
        var sizes = spec.content().size().sizes(spec.messages(), spec.content().seed());
        cycle = sizes.length;
        heldBytes = content == null
                ? Math.min(Receiver.KEPT_BYTES, Arrays.stream(sizes).asLongStream().sum())
                : content.heldBytes();
        receiver = new Receiver(cycle);
        sender = new Sender(this, all, content);
    }

    public String id() {
        return id;
    }

    public SequenceSpec spec() {
        return spec;
    }

    /** Different messages, after which they repeat. */
    public int cycle() {
        return cycle;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** It is to be begun by whoever opens its way. */
    public boolean isAlone() {
        return isAlone;
    }

    /** Counting starts, and whoever waits to send is let go. */
    public void begin() {
        synchronized (this) {
            if (hasBegun) {
                throw Refusal.badParameter("sequence", "has begun already");
            }
            hasBegun = true;
            touchedNs = System.nanoTime();
            cpuBeganMs = all.clock().cpuMs();
            beganNs = System.nanoTime();
            notifyAll();
        }
        sender.sendWhatIsDue();
    }

    /** Before a way to the client is opened: there is one. */
    public synchronized void claimWay() {
        refuseSecondWay();
        hasWay = true;
    }

    /** How to break the connection of its way, for the case that the client neither reads nor leaves. */
    public void hangUpBy(Runnable breaking) {
        sender.hangUpBy(breaking);
    }

    /** Before a way is opened by someone else, who claims it. */
    public synchronized void refuseSecondWay() {
        if (hasWay) {
            throw Refusal.badParameter("sequence", "has its way to the client already");
        }
    }

    public synchronized boolean hasWay() {
        return hasWay;
    }

    /** The way that was claimed is open: what is due goes there. */
    public void attach(Outlet way) {
        sender.attach(way);
    }

    /** The client closed its way, or it broke. */
    public void detached(String why) {
        if (isOver) {
            return;
        }
        int delivered;
        synchronized (this) {
            delivered = spec.direction() == Direction.CLIENT_TO_SERVER ? receiver.count() : sender.sent();
        }
        if (delivered < spec.messages()) {
            fail("%s after %d of %d messages".formatted(why, delivered, spec.messages()));
        }
    }

    /** Ping-pong: the client asks for the next message. Which it is, from 1. */
    public int next() {
        return sender.next();
    }

    /** A message that was posted: no order is promised for them, they may overtake each other. How many have come. */
    public int takePosted(byte[] message) {
        if (spec.direction() != Direction.BOTH_WAYS) {
            synchronized (this) {
                receiver.allowAnyOrder();
            }
            return take(message, 0, message.length);
        }
        // It goes back before it is answered, so that no client can post more than it takes back.
        return sender.sendBack(message);
    }

    /** Keeps a message that came; how many have. */
    public synchronized int take(byte[] message, int offset, int length) {
        receiver.take(message, offset, length);
        touchedNs = System.nanoTime();
        if (receiver.count() == spec.messages()) {
            notifyAll();
        }
        return receiver.count();
    }

    /** Before it is sent: whoever gets it may ask for the count at once. */
    public void countSent() {
        sender.countSent();
    }

    /** To be asked under the monitor. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** By {@link System#nanoTime}, once it has begun. */
    long beganNs() {
        return beganNs;
    }

    /** Why it cannot go on, else null; to be asked under the monitor. */
    String failure() {
        return failure;
    }

    boolean isGoing() {
        return !isOver && !hasFailed;
    }

    /** Keeps the first reason why it cannot go on. */
    public void fail(String reason) {
        synchronized (this) {
            if (failure != null || isOver) {
                return;
            }
            failure = reason;
            hasFailed = true;
            notifyAll();
        }
        sender.stop();
    }

    /** Closes what belongs to it. */
    void end() {
        synchronized (this) {
            isOver = true;
            notifyAll();
        }
        sender.stop();
    }

    /** Waits until all messages of the client have come, or until then. */
    public synchronized void awaitReceived(long untilNs) {
        while (!hasReceivedAll() && isGoing() && waitUntil(untilNs)) {
            // Woken for something else.
        }
    }

    public synchronized boolean hasReceivedAll() {
        return receiver.count() >= spec.messages();
    }

    private boolean waitUntil(long untilNs) {
        var leftNs = untilNs - System.nanoTime();
        if (leftNs <= 0) {
            return false;
        }
        try {
            wait(leftNs / 1_000_000 + 1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether message i may leave now; it never may where all have. */
    public boolean isDue(int i) {
        synchronized (this) {
            if (!hasBegun || i >= spec.messages()) {
                return false;
            }
        }
        return sender.isTimeOf(i);
    }

    /** Waits until message i may leave, or until then; whether it may. */
    public boolean awaitDue(int i, long untilNs) {
        synchronized (this) {
            while (!hasBegun && isGoing() && waitUntil(untilNs)) {
                // Woken for something else.
            }
            if (!hasBegun) {
                return false;
            }
        }
        sender.awaitTimeOf(i, untilNs);
        return isGoing() && isDue(i);
    }

    /** For who asks for messages: those from {@code from} on that are due, at least one, framed, and no more than fit. */
    public byte[] framedFrom(int from) {
        return sender.framedFrom(from);
    }

    synchronized void touch() {
        touchedNs = System.nanoTime();
    }

    /** Nobody asked after it for a minute; one side may be waiting for the time of the next message. */
    synchronized boolean isIdle() {
        var pauseNs = spec.mode() == Mode.PACED ? 2e9 / spec.ratePerSecond() : 0;
        return System.nanoTime() - touchedNs > IDLE_NS + pauseNs;
    }

    public synchronized SequenceState state() {
        var cpuMs = all.clock().cpuMs();
        return new SequenceState(
                id,
                sender.sent(),
                receiver.count(),
                receiver.reordered(),
                failure == null ? receiver.fault() : failure,
                cpuMs == null ? null : cpuBeganMs == null ? 0 : cpuMs - cpuBeganMs,
                null,
                null,
                0,
                0,
                receiver.checkMs(),
                hasBegun ? all.clock().ms(beganNs) : null,
                all.clock().nowMs());
    }

    /** With every message checked; times are as they were before that, which is the lab's own. */
    synchronized SequenceState checkedState() {
        var used = state();
        var fault = spec.direction() == Direction.SERVER_TO_CLIENT ? null : receiver.verdict(spec.messages());
        return new SequenceState(
                id,
                used.sent(),
                used.received(),
                receiver.reordered(),
                failure == null ? fault : failure,
                used.cpuMs(),
                used.bytesReceived(),
                used.bytesSent(),
                used.encodeMs(),
                used.decodeMs(),
                used.checkMs(),
                used.beganMs(),
                used.nowMs());
    }
}
