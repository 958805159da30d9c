package wirefare.tomcat;

import org.apache.catalina.LifecycleException;
import wirefare.exchange.ScratchFolder;

/**
 * The end of the process, whatever brought it: Tomcat is stopped, its folder deleted, and the process halts. It halts also
 * where Tomcat takes longer than a target may (2 s from SIGTERM): requests may be waiting for what does not happen any more.
 */
final class Ending implements Runnable {
    private static final long LONGEST_MS = 500;

    private final EmbeddedTomcat server;
    private final ScratchFolder scratch;
    private volatile int exitCode;

    Ending(EmbeddedTomcat server, ScratchFolder scratch) {
        this.server = server;
        this.scratch = scratch;
    }

    /** It ends because it could not start. */
    void hasFailed() {
        exitCode = 1;
    }

    @Override
    public void run() {
        var stopping = new Thread(this::stop, "stopping");
        stopping.setDaemon(true);
        stopping.start();
        try {
            stopping.join(LONGEST_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scratch.delete();
        Runtime.getRuntime().halt(exitCode);
    }

    private void stop() {
        try {
            server.stop();
        } catch (LifecycleException e) {
            System.err.println("target tomcat: it did not stop as it should: " + e.getMessage());
        }
    }
}
