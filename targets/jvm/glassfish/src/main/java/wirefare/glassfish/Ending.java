package wirefare.glassfish;

import wirefare.exchange.ScratchFolder;

/**
 * The end of the process, whatever brought it: GlassFish is disposed of, its files are deleted, and the process halts. It
 * halts also where GlassFish takes longer than a target may (2 s from SIGTERM), and does not wait for GlassFish's threads.
 */
final class Ending implements Runnable {
    private static final long LONGEST_MS = 700;

    private final EmbeddedServer server;
    private final ScratchFolder scratch;
    private volatile int status;

    Ending(EmbeddedServer server, ScratchFolder scratch) {
        this.server = server;
        this.scratch = scratch;
    }

    void hasFailed() {
        status = 1;
    }

    @Override
    public void run() {
        var disposing = new Thread(server::dispose, "disposing");
        disposing.setDaemon(true);
        disposing.start();
        try {
            disposing.join(LONGEST_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scratch.delete();
        Runtime.getRuntime().halt(status);
    }
}
