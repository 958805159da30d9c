package wirefare.codecs;

/** Bytes that are not what they should be. The message is for whoever sent them. */
public final class MalformedException extends RuntimeException {
    private static final int LONGEST = 500;

    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(Throwable cause) {
        super(message(cause), cause);
    }

    /** Of the first in the chain that says anything, and no longer than fits into an answer. */
    private static String message(Throwable cause) {
        for (var each = cause; each != null; each = each.getCause()) {
            var text = each.getMessage();
            if (text != null && !text.isBlank()) {
                return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
            }
        }
        return cause.toString();
    }
}
