package wirefare.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import wirefare.data.Book;
import wirefare.data.Dataset;
import wirefare.exchange.ReadyLine;

/**
 * What someone would write who wants nothing but books as JSON: the same objects and the same server, without anything of
 * the lab's. {@code npm run bench -- jvm} holds the target's throughput to this one's. In a package of its own, so that
 * Spring finds nothing of the target's.
 */
@SpringBootApplication
@RestController
public class PlainApplication {
    private static final int LARGEST_N = 10_000;

    private final List<Book> books = Dataset.BOOK.first(LARGEST_N);

    public static void main(String[] arguments) {
        var context = (WebServerApplicationContext) SpringApplication.run(PlainApplication.class, arguments);
        ReadyLine.print(context.getWebServer().getPort(), Map.of());
    }

    /** {@code GET /books?n=100}. */
    @GetMapping("/books")
    List<Book> books(@RequestParam int n) {
        return new ArrayList<>(books.subList(0, n));
    }
}
