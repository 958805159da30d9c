package wirefare.messages;

/** G. Marsaglia's generator (Xorshift RNGs, 2003) of 32 bits with the triple 13, 17, 5. */
final class Xorshift {
    /** Stands for the seed that the generator cannot leave. */
    private static final int INSTEAD_OF_ZERO = 0x9e3779b9;

    private int state;

    Xorshift(int seed) {
        state = seed == 0 ? INSTEAD_OF_ZERO : seed;
    }

    /** A whole number from 1 to 2³² − 1, as the bits of an int. */
    int next() {
        var s = state;
        s ^= s << 13;
        s ^= s >>> 17;
        s ^= s << 5;
        state = s;
        return s;
    }
}
