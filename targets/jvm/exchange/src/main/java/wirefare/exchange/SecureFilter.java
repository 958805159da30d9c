package wirefare.exchange;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/**
 * What the contract wants of answers over TLS: the head leaves in a record of its own where a body of some length
 * follows, and a connection of HTTP/2 that is to end is told so by GOAWAY instead of a header.
 */
public final class SecureFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, request.isSecure() ? new SecureResponse(request, response) : response);
    }

    private static final class SecureResponse extends HttpServletResponseWrapper {
        private static final int SHORT_BYTES = 1_000;

        /** Null of HTTP/1.1. */
        private final GoAway goAway;
        private long length;

        SecureResponse(HttpServletRequest request, HttpServletResponse response) {
            super(response);
            goAway = (GoAway) request.getAttribute(GoAway.ATTRIBUTE);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            if (length > SHORT_BYTES && !isCommitted()) {
                flushBuffer();
            }
            return super.getOutputStream();
        }

        @Override
        public void setContentLength(int bytes) {
            setContentLengthLong(bytes);
        }

        @Override
        public void setContentLengthLong(long bytes) {
            length = bytes;
            super.setContentLengthLong(bytes);
        }

        @Override
        public void setHeader(String name, String value) {
            if (!isTakenAsGoAway(name, value)) {
                noteLength(name, value);
                super.setHeader(name, value);
            }
        }

        @Override
        public void addHeader(String name, String value) {
            if (!isTakenAsGoAway(name, value)) {
                noteLength(name, value);
                super.addHeader(name, value);
            }
        }

        private void noteLength(String name, String value) {
            if (name.equalsIgnoreCase("Content-Length")) {
                length = Long.parseLong(value);
            }
        }

        private boolean isTakenAsGoAway(String name, String value) {
            var isTaken = goAway != null && name.equalsIgnoreCase("Connection") && value.equalsIgnoreCase("close");
            if (isTaken) {
                goAway.send();
            }
            return isTaken;
        }
    }
}
