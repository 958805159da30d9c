package wirefare.metro;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;

/** A request whose body has been read. */
final class HeldRequest extends HttpServletRequestWrapper {
    private final HeldBody body;

    HeldRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = new HeldBody(new ByteArrayInputStream(body));
    }

    @Override
    public ServletInputStream getInputStream() {
        return body;
    }

    private static final class HeldBody extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        HeldBody(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return bytes.read(into, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("the body is held in memory: there is nothing to wait for");
        }
    }
}
