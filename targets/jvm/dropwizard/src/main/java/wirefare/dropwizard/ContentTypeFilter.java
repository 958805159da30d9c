package wirefare.dropwizard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;

/** A Content-Type that is no media type is none that is known: Jersey's servlet fails at it before any filter of JAX-RS. */
public final class ContentTypeFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var stated = request.getContentType();
        if (stated == null || isMediaType(stated)) {
            chain.doFilter(request, response);
            return;
        }
        var problem = ProblemJson.of(new Refusal(415, "Content-Type is " + stated, null, null));
        response.setStatus(problem.status());
        response.setContentType(ProblemJson.CONTENT_TYPE);
        AnswerHeaders.all().forEach(response::setHeader);
        response.getOutputStream().write(problem.bytes());
    }

    private static boolean isMediaType(String text) {
        try {
            MediaType.valueOf(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
