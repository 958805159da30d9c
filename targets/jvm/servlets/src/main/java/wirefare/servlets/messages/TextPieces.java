package wirefare.servlets.messages;

/** Puts a text message together of its pieces; one that comes whole is not copied. */
final class TextPieces {
    private final int mostChars;
    private String only;
    private StringBuilder all;
    private boolean isTooLong;

    TextPieces(int mostChars) {
        this.mostChars = mostChars;
    }

    /** False from the piece on that makes the message too long, of which nothing is kept. */
    boolean add(String piece) {
        var held = all != null ? all.length() : only != null ? only.length() : 0;
        if (isTooLong || held + piece.length() > mostChars) {
            isTooLong = true;
            only = null;
            all = null;
            return false;
        }
        if (only == null && all == null) {
            only = piece;
            return true;
        }
        if (all == null) {
            all = new StringBuilder(2 * (only.length() + piece.length())).append(only);
            only = null;
        }
        all.append(piece);
        return true;
    }

    /** The whole message; then the next begins. */
    String take() {
        var message = all == null ? only : all.toString();
        only = null;
        all = null;
        return message;
    }
}
