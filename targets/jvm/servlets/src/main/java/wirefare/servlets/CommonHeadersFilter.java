package wirefare.servlets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;

/** The headers that every answer has, whatever it is. */
public final class CommonHeadersFilter extends HttpFilter {
    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        AnswerHeaders.all().forEach(response::setHeader);
        chain.doFilter(request, response);
    }
}
