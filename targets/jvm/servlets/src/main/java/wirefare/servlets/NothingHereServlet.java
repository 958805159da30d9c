package wirefare.servlets;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.TreeSet;
import wirefare.exchange.Refusal;

/** All paths that nobody else has. Containers need one at {@code /}: without it Tomcat's WebSocket filter is never asked. */
public final class NothingHereServlet extends HttpServlet {
    /** Parts of the contract that a target may be without; whoever has them is registered at their paths. */
    private static final List<String> OF_THE_CONTRACT = List.of(
            "/exchange", "/dictionary", "/call", "/soap", "/transport", "/message", "/sequence", "/events", "/stream",
            "/poll", "/socket");

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        var path = request.getRequestURI();
        if (OF_THE_CONTRACT.contains(path) || path.startsWith("/call/")) {
            throw new Refusal(501, "this target does not have " + path, null, null);
        }
        throw Refusal.noSuchPath(path, List.copyOf(paths()));
    }

    private TreeSet<String> paths() {
        var paths = new TreeSet<String>();
        getServletContext().getServletRegistrations().values().forEach(each -> paths.addAll(each.getMappings()));
        paths.removeIf(path -> !path.startsWith("/") || path.equals("/"));
        return paths;
    }
}
