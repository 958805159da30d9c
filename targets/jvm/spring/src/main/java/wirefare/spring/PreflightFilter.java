package wirefare.spring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import wirefare.exchange.AnswerHeaders;

/** OPTIONS: Spring's own answer to a page that asks beforehand is for those who name every origin, and varies by it. */
class PreflightFilter extends HttpFilter {
    private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!request.getMethod().equals("OPTIONS")) {
            chain.doFilter(request, response);
            return;
        }
        var isCall = request.getRequestURI().startsWith("/call/");
        (isCall ? AnswerHeaders.callOptions() : AnswerHeaders.options(METHODS)).forEach(response::setHeader);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
