package wirefare.jaxws;

/** The clock that times exchanges: {@link System#nanoTime}, in milliseconds since the agent's start. */
final class AgentClock {
    private static final double NANOS_PER_MS = 1e6;
    private static final int READINGS = 10_000;

    private final double timeOriginMs = System.currentTimeMillis();
    private final long originNanos = System.nanoTime();

    double nowMs() {
        return (System.nanoTime() - originNanos) / NANOS_PER_MS;
    }

    /** Its zero, in milliseconds since 1970. */
    double timeOriginMs() {
        return timeOriginMs;
    }

    /** The smallest step seen, in microseconds. */
    double stepUs() {
        var least = Long.MAX_VALUE;
        var before = System.nanoTime();
        for (var i = 0; i < READINGS; i++) {
            var now = System.nanoTime();
            if (now > before) {
                least = Math.min(least, now - before);
            }
            before = now;
        }
        return least / 1e3;
    }
}
