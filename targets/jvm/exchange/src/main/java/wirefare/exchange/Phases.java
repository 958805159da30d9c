package wirefare.exchange;

import java.util.StringJoiner;

/**
 * What the phases of one request took, by {@link System#nanoTime}. A stack that encodes in a writer of its own marks
 * the phases where they happen; the interceptor or filter that sends the answer puts them into {@code Server-Timing}.
 */
public final class Phases {
    /** Of answers without work: empty exchanges, /about. */
    public static final String NOTHING = new Phases().serverTiming();

    /** Four decimals of a millisecond. */
    private static final long STEPS_PER_MS = 10_000;
    private static final long STEP_NANOS = 100;
    private static final long HALF_STEP_NANOS = 50;

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

    /** By hand: {@code String.format} three times takes a tenth of what answering 100 Books does. */
    private static String metric(String name, long nanos) {
        var tenThousandths = (nanos + HALF_STEP_NANOS) / STEP_NANOS;
        var decimals = Long.toString(STEPS_PER_MS + tenThousandths % STEPS_PER_MS).substring(1);
        return name + ";dur=" + tenThousandths / STEPS_PER_MS + "." + decimals;
    }
}
