package wirefare.exchange;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The {@link Gate} before all other filters of a stack. What it refuses no page of any origin may read: the answer has
 * none of the headers that would let it.
 */
public final class GateFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!refuses(request, response)) {
            chain.doFilter(request, response);
        }
    }

    /** Answers a request that is not let in. For filters that come first whatever the order of registering. */
    public static boolean refuses(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var refusal = Settings.ofProcess().gate().refusalOf(
                request.getMethod(), request.getRequestURI(), request.getServerName(), request.getQueryString());
        if (refusal == null) {
            return false;
        }
        var problem = ProblemJson.of(refusal).bytes();
        response.setStatus(refusal.status());
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(ProblemJson.CONTENT_TYPE);
        response.setContentLength(problem.length);
        response.getOutputStream().write(problem);
        return true;
    }
}
