package wirefare.messages;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** The different messages of a sequence of random content, in one piece of memory, made before anything is timed. */
public final class Cycle {
    /** 64 characters of one byte each that no transport and no quoting changes. */
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(ISO_8859_1);

    private final byte[] slab;
    /** Where each message ends. */
    private final int[] ends;

    /** One stream of draws from the seed runs through all messages, one draw a byte behind the head. */
    Cycle(RandomContent content, int messages) {
        ends = content.size().sizes(messages, content.seed());
        var total = 0;
        for (var i = 0; i < ends.length; i++) {
            total += ends[i];
            ends[i] = total;
        }
        slab = new byte[total];
        var draws = new Xorshift(content.seed());
        for (var i = 0; i < ends.length; i++) {
            fill(draws, from(i) + Head.BYTES, ends[i], content.isText());
            Head.write(slab, from(i), ends[i], i);
        }
    }

    private void fill(Xorshift draws, int from, int to, boolean isText) {
        for (var i = from; i < to; i++) {
            var draw = draws.next();
            slab[i] = isText ? ALPHABET[draw & 63] : (byte) draw;
        }
    }

    public int length() {
        return ends.length;
    }

    /** Memory that it takes. */
    long heldBytes() {
        return slab.length + 4L * ends.length;
    }

    /** Message i of the sequence lies in these bytes, which must not be changed, */
    public byte[] bytes() {
        return slab;
    }

    /** from here, */
    public int from(int i) {
        var place = i % ends.length;
        return place == 0 ? 0 : ends[place - 1];
    }

    /** to here. */
    public int to(int i) {
        return ends[i % ends.length];
    }
}
