package wirefare.servlets.messages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import wirefare.messages.Outlet;
import wirefare.messages.Sequence;

/**
 * An answer that goes on for as long as its sequence. Once a write has failed the container ends the answer by itself, on a
 * thread of its own, and may use its objects for another request at any time: nothing of it is touched from then on.
 */
abstract class BodyOutlet implements Outlet, AsyncListener {
    private final AsyncContext async;
    private final Sequence sequence;
    private final ServletOutputStream out;
    private volatile boolean isBroken;

    BodyOutlet(AsyncContext async, Sequence sequence) throws IOException {
        this.async = async;
        this.sequence = sequence;
        out = async.getResponse().getOutputStream();
    }

    /** The word that the way is open. */
    abstract void writeOpening(ServletOutputStream to) throws IOException;

    abstract void writeMessage(ServletOutputStream to, byte[] bytes, int from, int until) throws IOException;

    abstract void writeFailure(ServletOutputStream to, String failure) throws IOException;

    private interface Writing {
        void write() throws IOException;
    }

    private void write(Writing what) throws IOException {
        if (isBroken) {
            throw new IOException("the connection broke");
        }
        try {
            what.write();
        } catch (IOException e) {
            isBroken = true;
            throw e;
        } catch (RuntimeException e) {
            // Its objects were taken away while it wrote.
            isBroken = true;
            throw new IOException("the connection broke", e);
        }
    }

    void open() throws IOException {
        write(() -> {
            writeOpening(out);
            out.flush();
        });
    }

    @Override
    public void send(byte[] bytes, int from, int to) throws IOException {
        write(() -> writeMessage(out, bytes, from, to));
    }

    @Override
    public void flush() throws IOException {
        write(out::flush);
    }

    @Override
    public void close(String failure) {
        try {
            write(() -> {
                if (failure != null) {
                    writeFailure(out, failure);
                }
                isBroken = true;
                async.complete();
            });
        } catch (IOException e) {
            // The client is gone: nobody is there to be told.
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        isBroken = true;
        sequence.detached("the connection broke (" + event.getThrowable() + ")");
    }

    @Override
    public void onComplete(AsyncEvent event) {
        isBroken = true;
        sequence.detached("the connection ended");
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // There is none.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // It is started once.
    }
}
