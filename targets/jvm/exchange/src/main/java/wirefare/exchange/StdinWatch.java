package wirefare.exchange;

import java.io.IOException;

/** The lab holds the target's stdin: when it closes, the lab is gone and the target must not stay behind. */
public final class StdinWatch {
    private StdinWatch() {
    }

    /** Runs the end, once, on a thread of its own, which does not keep the process alive by itself. */
    public static void endWhenClosed(Runnable end) {
        var thread = new Thread(() -> {
            readAll();
            end.run();
        }, "stdin-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void readAll() {
        var bytes = new byte[1_024];
        try {
            while (System.in.read(bytes) >= 0) {
                // What comes does not matter: only that it ends.
            }
        } catch (IOException e) {
            // Broken is as closed.
        }
    }
}
