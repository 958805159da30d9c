package wirefare.data;

/** A request that was read and cannot be answered: a field is missing, or its value is out of range. */
public final class RefusedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedCallException(String message) {
        super(message);
    }
}
