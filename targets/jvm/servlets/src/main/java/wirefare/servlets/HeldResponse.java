package wirefare.servlets;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;

/** A response whose body stays in memory. Headers and status go to the real one. */
public final class HeldResponse extends HttpServletResponseWrapper {
    private final HeldBody body = new HeldBody();

    public HeldResponse(HttpServletResponse response) {
        super(response);
    }

    public byte[] body() {
        return body.bytes();
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return body;
    }

    /** Servlets that encode by a library write once, and what they write is not copied. */
    private static final class HeldBody extends ServletOutputStream {
        private byte[] whole = new byte[0];
        private ByteArrayOutputStream pieces;

        byte[] bytes() {
            return pieces == null ? whole : pieces.toByteArray();
        }

        @Override
        public void write(byte[] bytes) {
            if (pieces == null && whole.length == 0) {
                whole = bytes;
            } else {
                write(bytes, 0, bytes.length);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (pieces == null) {
                pieces = new ByteArrayOutputStream(whole.length + length);
                pieces.writeBytes(whole);
            }
            pieces.write(bytes, offset, length);
        }

        @Override
        public void write(int oneByte) {
            write(new byte[] {(byte) oneByte}, 0, 1);
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
