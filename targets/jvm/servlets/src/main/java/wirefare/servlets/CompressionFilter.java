package wirefare.servlets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;

/**
 * Compresses whole bodies as the request wants it, and sends them with their length and what each phase took. Containers
 * compress while they send, at a level of their own, so theirs is off.
 */
public final class CompressionFilter extends HttpFilter {
    private static final String WANTED = CompressionFilter.class.getName() + ".wanted";

    private record Wanted(Compression compression, Phases phases) {
    }

    /** Called by the servlet, which has read the query: until then nobody knows. */
    public static void compress(ServletRequest request, Compression compression, Phases phases) {
        request.setAttribute(WANTED, new Wanted(compression, phases));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var held = new HeldResponse(response);
        chain.doFilter(request, held);
        if (request.getAttribute(WANTED) instanceof Wanted wanted) {
            var type = response.getContentType();
            Answers.sendCompressed(response, type, held, wanted.compression(), wanted.phases());
        } else if (held.size() > 0) {
            Answers.send(response, response.getContentType(), held);
        }
    }
}
