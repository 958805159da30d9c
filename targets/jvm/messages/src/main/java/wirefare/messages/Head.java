package wirefare.messages;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** What begins every message: eight hexadecimal digits for its number in the cycle, eight for the digest of the rest. */
public final class Head {
    public static final int BYTES = 16;

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);

    private Head() {}

    /** The FNV-1a hash of 32 bits (RFC 9923). */
    static int digest(byte[] bytes, int from, int to) {
        var hash = 0x811c9dc5;
        for (var i = from; i < to; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * 0x01000193;
        }
        return hash;
    }

    /** Writes over the first bytes of the message from {@code from}; what comes after them must be there already. */
    static void write(byte[] bytes, int from, int to, int number) {
        writeHex(bytes, from, number);
        writeHex(bytes, from + 8, digest(bytes, from + BYTES, to));
    }

    private static void writeHex(byte[] into, int at, int value) {
        for (var i = 7; i >= 0; i--, value >>>= 4) {
            into[at + i] = DIGITS[value & 15];
        }
    }

    /** The number that a message says it has; −1 where it has no head, or a number that no message has. */
    static int numberIn(byte[] bytes, int from, int to) {
        if (to - from < BYTES) {
            return -1;
        }
        var number = hex(bytes, from);
        return number < 0 || hex(bytes, from + 8) < 0 || number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    /** Of eight digits; −1 where one of them is none. */
    private static long hex(byte[] bytes, int from) {
        long value = 0;
        for (var i = from; i < from + 8; i++) {
            var digit = bytes[i] >= '0' && bytes[i] <= '9' ? bytes[i] - '0'
                    : bytes[i] >= 'a' && bytes[i] <= 'f' ? bytes[i] - 'a' + 10 : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** What is wrong with a message that should have this number; null where nothing is. */
    static String faultIn(byte[] bytes, int from, int to, int number) {
        var found = numberIn(bytes, from, to);
        if (found < 0) {
            var begins = new String(bytes, from, Math.min(to - from, BYTES), ISO_8859_1);
            return "has no head: %d bytes, \"%s\"".formatted(to - from, begins.replaceAll("[^ -~]", "?"));
        }
        if (found != number) {
            return "is number %d, expected %d".formatted(found, number);
        }
        var digest = digest(bytes, from + BYTES, to);
        var said = (int) hex(bytes, from + 8);
        return said == digest ? null : "arrived changed: its digest is %08x, not %08x".formatted(said, digest);
    }
}
