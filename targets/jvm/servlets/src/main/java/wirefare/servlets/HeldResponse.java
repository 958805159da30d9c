package wirefare.servlets;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import wirefare.exchange.Body;

/** A response whose body stays in memory. Headers and status go to the real one. */
public final class HeldResponse extends HttpServletResponseWrapper {
    private final HeldBody body = new HeldBody();

    public HeldResponse(HttpServletResponse response) {
        super(response);
    }

    public int size() {
        return body.whole.length + body.pieces.size();
    }

    public void writeTo(OutputStream out) throws IOException {
        if (body.whole.length > 0) {
            out.write(body.whole);
        }
        body.pieces.writeTo(out);
    }

    /** All of it, copied. */
    public byte[] body() throws IOException {
        var bytes = new ByteArrayOutputStream(size());
        writeTo(bytes);
        return bytes.toByteArray();
    }

    /** Nothing leaves before all of it is there: frameworks flush what they have written. */
    @Override
    public void flushBuffer() {
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return body;
    }

    /** Servlets that encode by a library write once, and what they write is not copied. */
    private static final class HeldBody extends ServletOutputStream {
        private byte[] whole = new byte[0];
        private final Body pieces = new Body();

        @Override
        public void write(byte[] bytes) {
            if (whole.length == 0 && pieces.size() == 0) {
                whole = bytes;
            } else {
                pieces.write(bytes, 0, bytes.length);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            pieces.write(bytes, offset, length);
        }

        @Override
        public void write(int oneByte) {
            pieces.write(oneByte);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("the body is held in memory: there is nothing to wait for");
        }
    }
}
