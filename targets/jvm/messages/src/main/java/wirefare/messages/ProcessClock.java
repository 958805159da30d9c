package wirefare.messages;

/** The target's monotonic clock, and the CPU time that its process has used. */
final class ProcessClock {
    private final long startedNs = System.nanoTime();
    private final CpuTime cpu = CpuTime.ofProcess();

    double nowMs() {
        return ms(System.nanoTime());
    }

    /** A time of {@link System#nanoTime} by this clock. */
    double ms(long ns) {
        return (ns - startedNs) / 1e6;
    }

    /** Of all threads, collector and compiler too, in user and kernel mode; null where it is not told. */
    Double cpuMs() {
        var ns = cpu.ns();
        return ns < 0 ? null : ns / 1e6;
    }
}
