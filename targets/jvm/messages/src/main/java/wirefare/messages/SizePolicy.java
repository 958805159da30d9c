package wirefare.messages;

import java.util.Arrays;

/** How long the messages of a sequence are, in bytes, head and all. */
public sealed interface SizePolicy {
    /** So many bytes of different messages are made; then they repeat. */
    int CYCLE_BYTES = 32_000_000;

    /** Sets sizes and contents of one seed apart. */
    int SIZES_STREAM = 0x51571ce5;

    record Fixed(int bytes) implements SizePolicy {
        @Override
        public Sizer sizer(int seed) {
            return i -> bytes;
        }
    }

    record Growing(int bytes) implements SizePolicy {
        @Override
        public Sizer sizer(int seed) {
            return i -> bytes * (i + 1);
        }
    }

    record Random(int least, int most) implements SizePolicy {
        @Override
        public Sizer sizer(int seed) {
            var draws = new Xorshift(seed ^ SIZES_STREAM);
            return i -> least + Integer.remainderUnsigned(draws.next(), most - least + 1);
        }
    }

    interface Sizer {
        int sizeOf(int i);
    }

    /** To be asked for each message once and in order. */
    Sizer sizer(int seed);

    /** Sizes of each different message in order. A growing sequence does not repeat, whatever its messages are together. */
    default int[] sizes(int messages, int seed) {
        var sizer = sizer(seed);
        var sizes = new int[Math.min(messages, 1024)];
        var count = 0;
        for (long total = 0; count < messages && (total < CYCLE_BYTES || this instanceof Growing); count++) {
            if (count == sizes.length) {
                sizes = Arrays.copyOf(sizes, Math.min(messages, 2 * count));
            }
            sizes[count] = sizer.sizeOf(count);
            total += sizes[count];
        }
        return Arrays.copyOf(sizes, count);
    }
}
