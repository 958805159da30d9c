package wirefare.dropwizard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.nio.charset.Charset;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;

/**
 * A Content-Type that is no media type, or names a charset that nobody has, is none that is known: Jersey's servlet fails at it
 * before any filter of JAX-RS, and Jetty already where the servlet API asks for it.
 */
public final class ContentTypeFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var stated = request.getHeader(HttpHeaders.CONTENT_TYPE);
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
            var charset = MediaType.valueOf(text).getParameters().get(MediaType.CHARSET_PARAMETER);
            return charset == null || Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
