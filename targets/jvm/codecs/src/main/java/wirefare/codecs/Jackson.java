package wirefare.codecs;

/** What the codecs by Jackson share. */
final class Jackson {
    private Jackson() {
    }

    /** {@code null} is JSON, but no record. */
    static <T> T notNull(T value) {
        if (value == null) {
            throw new MalformedException("null, where an object is wanted");
        }
        return value;
    }
}
