package wirefare.data;

import java.util.Random;
import java.util.UUID;

/** The draws that records are made of, each a fixed series of calls of {@link Random}. */
public final class Draws {
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private final Random random;

    Draws(Random random) {
        this.random = random;
    }

    /** least to most letters and digits: first how many, then each. */
    String text(int least, int most) {
        return letters(least + random.nextInt(most - least + 1));
    }

    String letters(int length) {
        var letters = new char[length];
        for (var i = 0; i < length; i++) {
            letters[i] = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return new String(letters);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean flag() {
        return random.nextBoolean();
    }

    <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** A version 4 UUID of the next two longs. */
    UUID uuid() {
        var high = random.nextLong() & 0xffffffff_ffff0fffL | 0x4000L;
        var low = random.nextLong() & 0x3fffffff_ffffffffL | 0x80000000_00000000L;
        return new UUID(high, low);
    }
}
