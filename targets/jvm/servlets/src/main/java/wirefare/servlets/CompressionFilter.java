package wirefare.servlets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;

/**
 * Compresses whole bodies as the request wants it, and sends them with their length and what each phase took. Containers
 * compress while they send, at a level of their own, so theirs is off.
 */
final class CompressionFilter extends HttpFilter {
    private static final String WANTED = CompressionFilter.class.getName() + ".wanted";

    private record Wanted(Compression compression, Phases phases) {
    }

    /** Called by the servlet, which has read the query: until then nobody knows. */
    static void compress(ServletRequest request, Compression compression, Phases phases) {
        request.setAttribute(WANTED, new Wanted(compression, phases));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var held = new HeldResponse(response);
        chain.doFilter(request, held);
        // Nothing is wanted by OPTIONS, which has no body either.
        if (request.getAttribute(WANTED) instanceof Wanted wanted) {
            send(response, held.body(), wanted);
        }
    }

    private static void send(HttpServletResponse response, byte[] body, Wanted wanted) throws IOException {
        var compression = wanted.compression();
        var phases = wanted.phases();
        phases.begin();
        var compressed = compression.compress(body);
        phases.compressed();
        if (compression.contentEncoding() != null) {
            response.setHeader("Content-Encoding", compression.contentEncoding());
        }
        response.setHeader(AnswerHeaders.SERVER_TIMING, phases.serverTiming());
        Answers.send(response, compression.contentType(response.getContentType()), compressed);
    }
}
