package wirefare.exchange;

import java.util.Arrays;
import java.util.Random;

/** The bodies of /bytes: they do not compress, and are the same in every process. What was made once is kept. */
public final class RandomBytes {
    /** Most that /bytes gives. */
    public static final int MAX_BYTES = 100_000_000;

    private static final long SEED = 20170601;
    private static final int FIRST_BYTES = 1_000_000;

    private final Random random = new Random(SEED);
    private byte[] made = new byte[0];

    /** At least n bytes, of which the first n are the body: nothing is copied, and nobody may write into them. */
    public synchronized byte[] atLeast(int n) {
        if (made.length < n) {
            made = Arrays.copyOf(made, Math.max(n, Math.min(MAX_BYTES, Math.max(FIRST_BYTES, 2 * made.length))));
            random.setSeed(SEED);
            random.nextBytes(made);
        }
        return made;
    }
}
