package wirefare.servlets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.BytesQuery;
import wirefare.exchange.Phases;
import wirefare.exchange.RandomBytes;

/** {@code GET /bytes}: the network and the server alone, since there is nothing to encode. */
public final class BytesServlet extends TargetServlet {
    private final transient RandomBytes bytes = new RandomBytes();

    public BytesServlet() {
        super("GET", "HEAD");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = BytesQuery.parse(request.getQueryString());
        response.setHeader(AnswerHeaders.SERVER_TIMING, Phases.NOTHING);
        if (query.close()) {
            Answers.closeAfter(response);
        }
        Answers.send(response, "application/octet-stream", bytes.atLeast(query.n()), query.n());
    }
}
