package wirefare.messages;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.lang.management.ManagementFactory;

/**
 * What all threads of the process have used, in user and kernel mode. The JDK asks times(2), which tells it in steps of
 * 10 ms, so the system's own clock is asked where there is one.
 */
interface CpuTime {
    /** Nanoseconds since the process began; below 0 where it is not told. */
    long ns();

    static CpuTime ofProcess() {
        // The library unpacks a part of itself for a moment: not below the home of whoever starts a server.
        if (System.getProperty("jna.tmpdir") == null) {
            System.setProperty("jna.tmpdir", System.getProperty("java.io.tmpdir"));
        }
        try {
            return ofSystem();
        } catch (LinkageError e) {
            // A system that the library is not made for.
            return ofJdk();
        }
    }

    private static CpuTime ofSystem() {
        var is64Bit = Native.LONG_SIZE == Long.BYTES;
        if (Platform.isLinux() && is64Bit) {
            return new SystemClock(SystemClock.LINUX_PROCESS);
        }
        return Platform.isMac() && is64Bit ? new SystemClock(SystemClock.MAC_PROCESS) : ofJdk();
    }

    private static CpuTime ofJdk() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system::getProcessCpuTime
                : () -> -1;
    }

    /** clock_gettime(2) with CLOCK_PROCESS_CPUTIME_ID. */
    final class SystemClock implements CpuTime {
        static final int LINUX_PROCESS = 2;
        static final int MAC_PROCESS = 12;

        static {
            Native.register(SystemClock.class, Platform.C_LIBRARY_NAME);
        }

        private final int clock;

        private SystemClock(int clock) {
            this.clock = clock;
        }

        /** The structure that it fills is seconds and nanoseconds, two longs where a long has 64 bits. */
        private static native int clock_gettime(int clock, long[] time);

        @Override
        public long ns() {
            var time = new long[2];
            return clock_gettime(clock, time) == 0 ? time[0] * 1_000_000_000 + time[1] : -1;
        }
    }
}
