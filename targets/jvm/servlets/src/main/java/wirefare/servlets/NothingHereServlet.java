package wirefare.servlets;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.TreeSet;
import wirefare.exchange.Refusal;

/** All paths that nobody else has. Containers need one at {@code /}: without it Tomcat's WebSocket filter is never asked. */
public final class NothingHereServlet extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        throw Refusal.noSuchPath(request.getRequestURI(), List.copyOf(paths()));
    }

    private TreeSet<String> paths() {
        var paths = new TreeSet<String>();
        getServletContext().getServletRegistrations().values().forEach(each -> paths.addAll(each.getMappings()));
        paths.removeIf(path -> !path.startsWith("/") || path.equals("/"));
        return paths;
    }
}
