package wirefare.messages;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import wirefare.exchange.Refusal;

/**
 * One sequence of messages, from POST /sequence to its end. What is known of it is guarded by its monitor and never held
 * while something is sent; sending has a lock of its own, under which a client that does not read may keep its sender waiting.
 */
public final class Sequence {
    private static final long IDLE_NS = 60_000_000_000L;

    private final String id;
    private final SequenceSpec spec;
    private final Sequences all;
    /** Begins by itself and is forgotten after its last message. */
    private final boolean isAlone;
    /** What is sent; null where the client sends. */
    private final Cycle content;
    private final int cycle;
    private final long heldBytes;
    private final Receiver receiver;

    private final ReentrantLock sending = new ReentrantLock();
    /** Guarded by {@link #sending}. */
    private boolean isOutletClosed;

    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();

    private Outlet outlet;
    private Runnable hangUp = () -> { };
    private Future<?> hangingUp;
    private int sent;
    private int asked;
    private String failure;
    private long beganNs;
    private Double cpuBeganMs;
    private long touchedNs = System.nanoTime();
    private boolean hasBegun;
    private boolean hasWay;
    private boolean isPushing;
    private volatile boolean isOver;
    private volatile boolean hasFailed;

    Sequence(String id, SequenceSpec spec, Sequences all, boolean isAlone) {
        this.id = id;
        this.spec = spec;
        this.all = all;
        this.isAlone = isAlone;
        content = spec.direction() == Direction.SERVER_TO_CLIENT ? new Cycle(spec.content(), spec.messages()) : null;
        var sizes = spec.content().size().sizes(spec.messages(), spec.content().seed());
        cycle = sizes.length;
        heldBytes = content == null
                ? Math.min(Receiver.KEPT_BYTES, Arrays.stream(sizes).asLongStream().sum())
                : content.heldBytes();
        receiver = new Receiver(cycle);
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
        sendWhatIsDue();
    }

    /** Before a way to the client is opened: there is one. */
    public synchronized void claimWay() {
        refuseSecondWay();
        hasWay = true;
    }

    /** How to break the connection of its way, for the case that the client neither reads nor leaves. */
    public synchronized void hangUpBy(Runnable breaking) {
        hangUp = breaking;
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
        synchronized (this) {
            outlet = way;
        }
        sendWhatIsDue();
        if (!isGoing()) {
            closeOutlet();
        }
    }

    /** The client closed its way, or it broke. */
    public void detached(String why) {
        if (isOver) {
            return;
        }
        int delivered;
        synchronized (this) {
            delivered = spec.direction() == Direction.CLIENT_TO_SERVER ? receiver.count() : sent;
        }
        if (delivered < spec.messages()) {
            fail("%s after %d of %d messages".formatted(why, delivered, spec.messages()));
        }
    }

    private void sendWhatIsDue() {
        synchronized (this) {
            if (!hasBegun || outlet == null || isPushing || spec.direction() != Direction.SERVER_TO_CLIENT) {
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
            for (var i = 0; i < spec.messages() && isGoing(); i++) {
                if (spec.mode() == Mode.PACED && System.nanoTime() < dueNs(i)) {
                    outlet.flush();
                    sleepUntil(dueNs(i));
                    if (!isGoing()) {
                        return;
                    }
                }
                countSent();
                outlet.send(content.bytes(), content.from(i), content.to(i));
            }
            outlet.flush();
        });
        if (isAlone) {
            all.forget(this);
        }
    }

    /** Ping-pong: the client asks for the next message. Which it is, from 1. */
    public int next() {
        int number;
        synchronized (this) {
            touchedNs = System.nanoTime();
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

    private synchronized int nextAsked() {
        return sent < asked ? sent++ : -1;
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
        var count = new int[1];
        send(() -> {
            count[0] = take(message, 0, message.length);
            countSent();
            outlet.send(message, 0, message.length);
            outlet.flush();
        });
        return count[0];
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
    public synchronized void countSent() {
        sent++;
        touchedNs = System.nanoTime();
    }

    private interface Sending {
        void send() throws IOException;
    }

    private void send(Sending what) {
        sending.lock();
        try {
            if (isGoing()) {
                what.send();
            }
        } catch (IOException | IllegalStateException e) {
            // The latter where the server has closed it already.
            fail("the messages could not be sent: " + reasonOf(e));
        } finally {
            sending.unlock();
        }
        // Whoever ended it meanwhile could not close what was in use.
        if (!isGoing()) {
            closeOutlet();
        }
    }

    private static String reasonOf(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void closeOutlet() {
        Outlet way;
        String why;
        synchronized (this) {
            way = outlet;
            why = failure;
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

    private boolean isGoing() {
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
        sleepers.forEach(LockSupport::unpark);
        closeOutlet();
    }

    /** Closes what belongs to it. */
    void end() {
        synchronized (this) {
            isOver = true;
            notifyAll();
        }
        sleepers.forEach(LockSupport::unpark);
        closeOutlet();
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
        return spec.mode() != Mode.PACED || System.nanoTime() >= dueNs(i);
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
        if (spec.mode() == Mode.PACED) {
            var dueNs = dueNs(i);
            sleepUntil(dueNs < untilNs ? dueNs : untilNs);
        }
        return isGoing() && isDue(i);
    }

    /** When message i of a paced sequence that has begun leaves, by {@link System#nanoTime}. */
    private long dueNs(int i) {
        return beganNs + (long) Math.ceil((i + 1) * 1e9 / spec.ratePerSecond());
    }

    /** The system wakes a parked thread some 0.1 ms late, and never holds back others; it may wake it before, so it looks again. */
    private void sleepUntil(long dueNs) {
        var thread = Thread.currentThread();
        sleepers.add(thread);
        try {
            for (var leftNs = dueNs - System.nanoTime(); leftNs > 0 && isGoing(); leftNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(this, leftNs);
                if (thread.isInterrupted()) {
                    return;
                }
            }
        } finally {
            sleepers.remove(thread);
        }
    }

    /** For who asks for messages: those from {@code from} on that are due, at least one, framed, and no more than fit. */
    public byte[] framedFrom(int from) {
        var to = from + 1;
        var bytes = Frames.LENGTH_BYTES + content.to(from) - content.from(from);
        while (spec.mode() != Mode.PING_PONG && isDue(to)) {
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
        synchronized (this) {
            sent = Math.max(sent, to);
            touchedNs = System.nanoTime();
        }
        return framed;
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
                sent,
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
