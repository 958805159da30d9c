package wirefare.exchange;

import java.util.Locale;
import java.util.StringJoiner;

/**
 * What the phases of one request took, by {@link System#nanoTime}. A stack that encodes in a writer of its own marks the
 * phases where they happen; the interceptor or filter that sends the answer puts them into {@code Server-Timing}.
 */
public final class Phases {
    /** Of answers without work: empty exchanges, /about. */
    public static final String NOTHING = new Phases().serverTiming();

    private static final double NANOS_PER_MS = 1e6;

    private long decodeNanos = -1;
    private long computeNanos;
    private long encodeNanos;
    private long compressNanos;
    private long sinceNanos = System.nanoTime();

    /** The phase that is marked next begins now. */
    public void begin() {
        sinceNanos = System.nanoTime();
    }

    /** Only calls decode: without this mark the metric is not there. */
    public void decoded() {
        decodeNanos = lap();
    }

    public void computed() {
        computeNanos = lap();
    }

    public void encoded() {
        encodeNanos = lap();
    }

    public void compressed() {
        compressNanos = lap();
    }

    /** The header: {@code compute;dur=0.0000, encode;dur=1.2040, compress;dur=9.8710}, in milliseconds. */
    public String serverTiming() {
        var metrics = new StringJoiner(", ");
        if (decodeNanos >= 0) {
            metrics.add(metric("decode", decodeNanos));
        }
        return metrics.add(metric("compute", computeNanos))
                .add(metric("encode", encodeNanos))
                .add(metric("compress", compressNanos))
                .toString();
    }

    private long lap() {
        var now = System.nanoTime();
        var took = now - sinceNanos;
        sinceNanos = now;
        return took;
    }

    private static String metric(String name, long nanos) {
        return String.format(Locale.ROOT, "%s;dur=%.4f", name, nanos / NANOS_PER_MS);
    }
}
