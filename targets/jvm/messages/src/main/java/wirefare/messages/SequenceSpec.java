package wirefare.messages;

/**
 * What a sequence is asked to be: the body of POST /sequence.
 *
 * @param ratePerSecond of paced sequences, else 0
 * @param isDeflated by permessage-deflate, where a WebSocket carries it
 */
public record SequenceSpec(
        Direction direction,
        Mode mode,
        double ratePerSecond,
        int messages,
        RandomContent content,
        boolean isDeflated) {

    /** The limits of the contract. */
    public static final int MOST_MESSAGES = 10_000_000;

    public static final int LARGEST_BYTES = 100_000_000;
    static final int GROWTH_BYTES = 100_000_000;
    static final int MOST_RATE = 100_000;
}
