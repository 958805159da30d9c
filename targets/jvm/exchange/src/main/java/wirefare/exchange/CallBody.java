package wirefare.exchange;

import java.io.IOException;
import java.io.InputStream;

/** The body of a call, whole, and no longer than calls are. */
public final class CallBody {
    public static final int MAX_BYTES = 1_000_000;

    private CallBody() {
    }

    /**
     * @param stated the Content-Length; −1 where there is none
     * @throws Refusal 413 for a longer one, of which no more is read
     */
    public static byte[] read(InputStream in, long stated) throws IOException {
        checkLength(stated);
        var bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw tooLong();
        }
        return bytes;
    }

    /** For stacks that wait for the first byte before anybody of ours is asked. */
    public static void checkLength(long stated) {
        if (stated > MAX_BYTES) {
            throw tooLong();
        }
    }

    private static Refusal tooLong() {
        return new Refusal(413, "the body is longer than " + MAX_BYTES + " bytes", null, null);
    }
}
