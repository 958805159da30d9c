package wirefare.messages;

/** Messages in a body of bytes: each behind its length in four of them, the highest first. A length of 0: the way is open. */
public final class Frames {
    public static final int LENGTH_BYTES = 4;

    /** So many go into one answer of a poll, but for one message that is longer. */
    static final int MOST_POLLED_BYTES = 1_000_000;

    private Frames() {}

    public static void putLength(byte[] into, int at, int length) {
        into[at] = (byte) (length >>> 24);
        into[at + 1] = (byte) (length >>> 16);
        into[at + 2] = (byte) (length >>> 8);
        into[at + 3] = (byte) length;
    }

    /** Where the next one goes. */
    static int put(byte[] into, int at, byte[] bytes, int from, int to) {
        putLength(into, at, to - from);
        System.arraycopy(bytes, from, into, at + LENGTH_BYTES, to - from);
        return at + LENGTH_BYTES + to - from;
    }
}
