package wirefare.exchange;

/**
 * An answer as it leaves.
 *
 * @param contentEncoding null where the body is not encoded
 * @param serverTiming the value of that header
 * @param close the connection is to end with it
 */
public record Answer(byte[] body, String contentType, String contentEncoding, String serverTiming, boolean close) {
}
