package wirefare.exchange;

/**
 * The end of a server's process, whatever brings it: the server is stopped, its folder deleted, and the process halts. It
 * halts also where the server takes longer than a target may (2 s from SIGTERM): requests may be waiting for what does not
 * happen any more.
 */
public final class Ending {
    /** What stops the server, started or not. */
    public interface Stopping {
        void stop() throws Exception;
    }

    private final String target;
    private final Stopping stopping;
    private final ScratchFolder scratch;
    private final long longestMs;
    private volatile int exitCode;

    private Ending(String target, Stopping stopping, ScratchFolder scratch, long longestMs) {
        this.target = target;
        this.stopping = stopping;
        this.scratch = scratch;
        this.longestMs = longestMs;
    }

    /**
     * From now on SIGTERM and the end of stdin end the process like this. To be called before the server starts: one that
     * is ended while it starts has files to take away too.
     *
     * @param longestMs that the server may take
     */
    public static Ending of(String target, Stopping stopping, ScratchFolder scratch, long longestMs) {
        var ending = new Ending(target, stopping, scratch, longestMs);
        Runtime.getRuntime().addShutdownHook(new Thread(ending::run, "ending"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        return ending;
    }

    /** Ends the process now, because the server could not start: threads of what has started would keep it. */
    public void hasFailed(Exception why) {
        why.printStackTrace();
        exitCode = 1;
        System.exit(exitCode);
    }

    private void run() {
        var stopper = new Thread(this::stop, "stopping");
        stopper.setDaemon(true);
        stopper.start();
        try {
            stopper.join(longestMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scratch.delete();
        Runtime.getRuntime().halt(exitCode);
    }

    private void stop() {
        try {
            stopping.stop();
        } catch (Exception e) {
            System.err.println("target " + target + ": it did not stop as it should: " + e.getMessage());
        }
    }
}
