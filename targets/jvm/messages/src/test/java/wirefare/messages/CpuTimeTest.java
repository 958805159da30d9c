package wirefare.messages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CpuTimeTest {
    @Test
    void aMillisecondOfWorkIsSeen() {
        var cpu = CpuTime.ofProcess();
        var fromNs = cpu.ns();
        for (var startNs = System.nanoTime(); System.nanoTime() - startNs < 1_000_000;) {
            Thread.onSpinWait();
        }
        assertTrue(cpu.ns() > fromNs);
    }
}
