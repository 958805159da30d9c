package wirefare.messages;

/** After which messages the client is told how many have come. */
public final class Acknowledger {
    private static final int EVERY_MESSAGES = 100;
    private static final int EVERY_BYTES = 1_000_000;

    private final SequenceSpec spec;
    private int messages;
    private long bytes;

    public Acknowledger(SequenceSpec spec) {
        this.spec = spec;
    }

    /** Of the message that is number {@code count} to come, from 1. */
    public boolean isDue(int count, int length) {
        messages++;
        bytes += length;
        var isEach = spec.mode() != Mode.THROUGHPUT;
        if (!isEach && messages < EVERY_MESSAGES && bytes < EVERY_BYTES && count < spec.messages()) {
            return false;
        }
        messages = 0;
        bytes = 0;
        return true;
    }
}
