package wirefare.servlets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;

/** Turns what servlets throw into problem documents, so that no container answers with an error page of its own. */
public final class ProblemFilter extends HttpFilter {
    private final transient FailureLog failures;

    public ProblemFilter(FailureLog failures) {
        this.failures = failures;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (Refusal refusal) {
            refuse(response, refusal);
        } catch (ServletException | RuntimeException | OutOfMemoryError failure) {
            failures.log(failure);
            // Half an answer must not look like a whole one: the container ends its connection.
            if (response.isCommitted()) {
                throw failure;
            }
            Problems.send(response, ProblemJson.of(failure));
        }
    }

    private static void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
        if (response.isCommitted()) {
            throw refusal;
        }
        if (refusal.status() == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            Problems.allow(response, refusal.allowed());
        }
        // What is left of the body is not read, so no further request can follow it.
        if (refusal.status() == HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE) {
            response.setHeader("Connection", "close");
        }
        Problems.send(response, ProblemJson.of(refusal));
    }
}
