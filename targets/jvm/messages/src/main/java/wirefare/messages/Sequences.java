package wirefare.messages;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;

/** All sequences of the target by their names. Those of clients that went away without a word are forgotten after a minute. */
public final class Sequences implements AutoCloseable {
    private static final long LOOK_EVERY_S = 5;
    /** So long may a client that reads take to hear that its sequence is over. */
    private static final long GRACE_S = 2;

    private final Map<String, Sequence> named = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final AtomicLong heldBytes = new AtomicLong();
    private final ProcessClock clock = new ProcessClock();
    private final SpecReader specs;
    /** Half of the heap, in which what comes has to find room too. */
    private final long mostHeldBytes = Runtime.getRuntime().maxMemory() / 2;
    /** A thread for each client that is sent to, and for each that waits. */
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> daemon(work, "messages"));
    private final ScheduledThreadPoolExecutor sweeper =
            new ScheduledThreadPoolExecutor(1, work -> daemon(work, "messages-sweeper"));

    /** @param canDeflate the server's WebSocket has permessage-deflate */
    public Sequences(boolean canDeflate) {
        specs = new SpecReader(canDeflate);
        sweeper.setRemoveOnCancelPolicy(true);
        sweeper.scheduleWithFixedDelay(this::forgetIdle, LOOK_EVERY_S, LOOK_EVERY_S, TimeUnit.SECONDS);
    }

    private static Thread daemon(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    ProcessClock clock() {
        return clock;
    }

    /** Runs what waits for a client in a thread of its own. */
    public void run(Runnable work) {
        threads.execute(work);
    }

    /** Runs it, which must not wait for anything, in a while, unless it is cancelled. */
    Future<?> afterGrace(Runnable work) {
        try {
            return sweeper.schedule(work, GRACE_S, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            // All ends, and every connection with it.
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Makes one of the body of POST /sequence. */
    public Sequence make(byte[] body) {
        return add(specs.read(body), false);
    }

    /** The parameters of those who name no sequence. */
    public static List<String> standAloneParameters() {
        return StandAlone.PARAMETERS;
    }

    /** Makes one of the words of a query; it is to be begun at once and is forgotten after its last message. */
    public Sequence standAlone(Query query) {
        return add(StandAlone.read(query), true);
    }

    private Sequence add(SequenceSpec spec, boolean isAlone) {
        if (heldBytes.get() >= mostHeldBytes) {
            var detail = "%d sequences hold %d MB of messages: end some of them first, or wait a minute"
                    .formatted(named.size(), heldBytes.get() / 1_000_000);
            throw new Refusal(503, detail, null, null);
        }
        var sequence = new Sequence(Integer.toString(last.incrementAndGet()), spec, this, isAlone);
        heldBytes.addAndGet(sequence.heldBytes());
        named.put(sequence.id(), sequence);
        return sequence;
    }

    /** Asks after a sequence, which is not forgotten therefore. */
    public Sequence named(String id) {
        if (id == null) {
            throw Refusal.badParameter("sequence", "is missing");
        }
        var sequence = named.get(id);
        if (sequence == null) {
            throw Refusal.badParameter("sequence", "\"" + id + "\": there is none of that name (any more)");
        }
        sequence.touch();
        return sequence;
    }

    /** Checks what was received, forgets the sequence, closes what belongs to it. */
    public SequenceState end(Sequence sequence) {
        var state = sequence.checkedState();
        forget(sequence);
        return state;
    }

    public void forget(Sequence sequence) {
        if (named.remove(sequence.id(), sequence)) {
            heldBytes.addAndGet(-sequence.heldBytes());
            sequence.end();
        }
    }

    private void forgetIdle() {
        for (var sequence : named.values()) {
            if (sequence.isIdle()) {
                // To say goodbye may take a while where nobody reads.
                run(() -> forget(sequence));
            }
        }
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
        named.values().forEach(this::forget);
        threads.shutdownNow();
    }
}
