package wirefare.codecs;

/** Bytes that are not what they should be. The message is for whoever sent them. */
public final class MalformedException extends RuntimeException {
    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(Throwable cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
