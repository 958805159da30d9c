package wirefare.messages;

import java.lang.management.ManagementFactory;

/** The target's monotonic clock, and the CPU time that its process has used. */
final class ProcessClock {
    private final long startedNs = System.nanoTime();
    private final java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();

    double nowMs() {
        return ms(System.nanoTime());
    }

    /** A time of {@link System#nanoTime} by this clock. */
    double ms(long ns) {
        return (ns - startedNs) / 1e6;
    }

    /** Of all threads, collector and compiler too, in user and kernel mode; null where it is not told. On Linux in steps of 10 ms. */
    Double cpuMs() {
        if (system instanceof com.sun.management.OperatingSystemMXBean process) {
            var ns = process.getProcessCpuTime();
            return ns < 0 ? null : ns / 1e6;
        }
        return null;
    }
}
