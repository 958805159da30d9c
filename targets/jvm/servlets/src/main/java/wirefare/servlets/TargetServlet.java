package wirefare.servlets;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.Refusal;

/** A servlet of the contract: it says 405 by a problem document, and answers OPTIONS as pages of other origins need it. */
public abstract class TargetServlet extends HttpServlet {
    private static final String OPTIONS = "OPTIONS";

    private final List<String> methods;

    /** @param methods those that it has beside OPTIONS; HEAD has to be named too */
    protected TargetServlet(String... methods) {
        this.methods = Stream.concat(Stream.of(methods), Stream.of(OPTIONS)).toList();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!methods.contains(request.getMethod())) {
            throw Refusal.wrongMethod(request.getRequestURI(), request.getMethod(), methods);
        }
        super.service(request, response);
    }

    @Override
    protected void doOptions(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        AnswerHeaders.options(methods).forEach(response::setHeader);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
