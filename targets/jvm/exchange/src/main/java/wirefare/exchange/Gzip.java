package wirefare.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * gzip of whole bodies at a level, by {@code java.util.zip}: its streams take one, but only from those who extend
 * them.
 */
public final class Gzip {
    public static final List<Integer> LEVELS = IntStream.rangeClosed(1, 9).boxed().toList();

    private Gzip() {
    }

    /** A body that is there as a whole, in however many pieces. */
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    public static byte[] compress(Body body, int length, int level) {
        var compressed = new ByteArrayOutputStream(length / 2 + 64);
        try (var gzip = new LeveledStream(compressed, level)) {
            body.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static final class LeveledStream extends GZIPOutputStream {
        private static final int BUFFER_BYTES = 8_192;

        LeveledStream(ByteArrayOutputStream out, int level) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(level);
        }
    }
}
