package wirefare.servlets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.exchange.About;

/** {@code GET /about}. */
public final class AboutServlet extends TargetServlet {
    private final transient About about;

    public AboutServlet(About about) {
        super("GET", "HEAD");
        this.about = about;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answers.send(response, "application/json", about.json(request.getHeader("Accept-Encoding")));
    }
}
