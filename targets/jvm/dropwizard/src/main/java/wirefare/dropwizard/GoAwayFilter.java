package wirefare.dropwizard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http2.HTTP2Connection;
import wirefare.exchange.GoAway;

/** Requests over HTTP/2 have a {@link GoAway}: Jetty's own way of ending one connection when all is answered. */
final class GoAwayFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var jetty = ServletContextRequest.getServletContextRequest(request);
        if (jetty.getConnectionMetaData().getConnection() instanceof HTTP2Connection connection) {
            GoAway goAway = connection.getSession()::shutdown;
            request.setAttribute(GoAway.ATTRIBUTE, goAway);
        }
        chain.doFilter(request, response);
    }
}
