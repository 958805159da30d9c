package wirefare.messages;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Takes the messages of a sequence as they arrive and finds out that none is lost, doubled, reordered or changed. While the
 * sequence goes on it only keeps them: checking is the lab's and must not stand in what is timed. Where more would have to be
 * kept than memory should hold, what is there is checked at once, and how long that took is told. Not safe for several
 * threads at once.
 */
final class Receiver {
    /** A sequence of the published study (1 000 of 25 000 bytes) is kept whole. */
    static final int KEPT_BYTES = 32_000_000;

    private static final int BLOCK_BYTES = 1_000_000;

    /** Messages one behind the other. */
    private static final class Block {
        final byte[] bytes;
        int[] ends = new int[64];
        int count;
        int used;

        Block(int bytes) {
            this.bytes = new byte[bytes];
        }

        void add(byte[] from, int offset, int length) {
            System.arraycopy(from, offset, bytes, used, length);
            used += length;
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, 2 * count);
            }
            ends[count++] = used;
        }
    }

    private final int cycle;
    private final List<Block> kept = new ArrayList<>();
    private final Deque<Block> free = new ArrayDeque<>();
    private long keptBytes;
    private int count;
    private int checked;
    private long checkNs;
    private String fault;
    /** Where order is not promised: which numbers of the cycle came how often. */
    private int[] seen;
    private long highest = -1;
    private int reordered;

    /** Of a sequence that repeats after {@code cycle} messages. */
    Receiver(int cycle) {
        this.cycle = cycle;
    }

    /** For what promises none (beacons): every message must come, in whatever order. To be said before the first. */
    void allowAnyOrder() {
        if (seen == null) {
            seen = new int[cycle];
        }
    }

    int count() {
        return count;
    }

    /** Those that came after one of a higher number, as far as they are checked. */
    int reordered() {
        return reordered;
    }

    /** The first thing wrong so far; null where nothing is. */
    String fault() {
        return fault;
    }

    double checkMs() {
        return checkNs / 1e6;
    }

    /** Keeps a copy. */
    void take(byte[] message, int offset, int length) {
        count++;
        var last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
        if (last == null || last.bytes.length - last.used < length) {
            last = room(length);
            kept.add(last);
        }
        last.add(message, offset, length);
        // What each takes beside its bytes: where it ends.
        keptBytes += length + 4;
        if (keptBytes >= KEPT_BYTES) {
            var from = System.nanoTime();
            check();
            checkNs += System.nanoTime() - from;
        }
    }

    private Block room(int least) {
        if (least > BLOCK_BYTES) {
            return new Block(least);
        }
        return free.isEmpty() ? new Block(BLOCK_BYTES) : free.pop();
    }

    /** Checks what is kept; null where nothing is wrong. To be called when nothing is timed any more. */
    String verdict(int expected) {
        check();
        if (fault == null) {
            fault = missing(expected);
        }
        return fault;
    }

    private void check() {
        for (var block : kept) {
            var from = 0;
            for (var i = 0; i < block.count; i++) {
                checkOne(block.bytes, from, block.ends[i], checked++);
                from = block.ends[i];
            }
            block.count = 0;
            block.used = 0;
            if (block.bytes.length == BLOCK_BYTES) {
                free.push(block);
            }
        }
        kept.clear();
        keptBytes = 0;
    }

    private void checkOne(byte[] bytes, int from, int to, int place) {
        var said = seen == null ? -1 : Head.numberIn(bytes, from, to);
        var number = said < 0 ? place % cycle : said;
        var wrong = number < cycle
                ? Head.faultIn(bytes, from, to, number)
                : "is number %d of %d".formatted(number, cycle);
        if (wrong != null && fault == null) {
            fault = "message %d %s".formatted(place, wrong);
        }
        if (wrong != null || seen == null) {
            return;
        }
        // Its place in the sequence: those of one number look alike, so the first to come counts as the first that was sent.
        var sentAt = (long) seen[number]++ * cycle + number;
        if (sentAt < highest) {
            reordered++;
        } else {
            highest = sentAt;
        }
    }

    private String missing(int expected) {
        if (count < expected) {
            return "%d of %d messages did not arrive".formatted(expected - count, expected);
        }
        if (count > expected) {
            return "%d messages arrived of %d sent".formatted(count, expected);
        }
        for (var number = 0; seen != null && number < cycle; number++) {
            if (seen[number] != (expected - number + cycle - 1) / cycle) {
                return "message %d arrived %d times".formatted(number, seen[number]);
            }
        }
        return null;
    }
}
