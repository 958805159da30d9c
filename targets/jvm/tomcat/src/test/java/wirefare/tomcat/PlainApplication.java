package wirefare.tomcat;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;
import wirefare.codecs.JacksonJson;
import wirefare.data.Book;
import wirefare.data.Dataset;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;

/**
 * What someone would write who wants nothing but books as JSON: the same objects and the same server, without anything of
 * the lab's. {@code npm run bench -- jvm} holds the target's throughput to this one's.
 */
public final class PlainApplication {
    private static final int LARGEST_N = 10_000;

    private PlainApplication() {
    }

    public static void main(String[] arguments) throws Exception {
        var folder = ScratchFolder.of("tomcat-plain").path().toAbsolutePath().toString();
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // Otherwise connections end after a hundred requests, and those to the target do not.
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        var application = tomcat.addContext("", folder);
        Tomcat.addServlet(application, "books", new BooksServlet());
        application.addServletMappingDecoded("/books", "books");
        tomcat.start();
        ReadyLine.print(tomcat.getConnector().getLocalPort(), Map.of());
        tomcat.getServer().await();
    }

    /** {@code GET /books?n=100}. */
    private static final class BooksServlet extends HttpServlet {
        // Numbers in the same form, so that the bodies are the same.
        private final transient ObjectMapper mapper = JacksonJson.configure(new ObjectMapper());
        private final transient List<Book> books = Dataset.BOOK.first(LARGEST_N);

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("application/json");
            mapper.writeValue(response.getOutputStream(), books.subList(0, Integer.parseInt(request.getParameter("n"))));
        }
    }
}
