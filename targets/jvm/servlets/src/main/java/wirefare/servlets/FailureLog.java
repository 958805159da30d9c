package wirefare.servlets;

import java.util.concurrent.atomic.AtomicInteger;

/** Failures of ours, on stderr: the first ones with their stacks, and no more, since a client may cause any number. */
public final class FailureLog {
    private static final int MOST = 20;

    private final AtomicInteger logged = new AtomicInteger();

    public void log(Throwable failure) {
        // Counted no further than needed, so that the counter cannot come round.
        if (logged.get() >= MOST || logged.incrementAndGet() > MOST) {
            return;
        }
        failure.printStackTrace();
        if (logged.get() == MOST) {
            System.err.println(MOST + " failures were logged: no more are");
        }
    }
}
