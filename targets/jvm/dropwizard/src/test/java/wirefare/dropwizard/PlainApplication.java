package wirefare.dropwizard;

import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.ResourceConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.ServerConnector;
import wirefare.codecs.JacksonJson;
import wirefare.data.Book;
import wirefare.data.Dataset;

/**
 * What someone would write who wants nothing but books as JSON: the same objects and the same server, without anything of
 * the lab's. {@code npm run bench -- jvm} holds the target's throughput to this one's.
 */
public final class PlainApplication extends Application<Configuration> {
    private static final int LARGEST_N = 10_000;

    public static void main(String[] args) throws Exception {
        new PlainApplication().run("server", "dropwizard.yml");
    }

    @Override
    public void initialize(Bootstrap<Configuration> bootstrap) {
        bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                new ResourceConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false)));
    }

    @Override
    public void run(Configuration configuration, Environment environment) {
        // Numbers in the same form, so that the bodies are the same.
        JacksonJson.configure(environment.getObjectMapper());
        environment.jersey().register(new BooksResource(Dataset.BOOK.first(LARGEST_N)));
        environment.lifecycle().addServerLifecycleListener(server -> System.out.println(
                "{\"ready\":true,\"port\":" + ((ServerConnector) server.getConnectors()[0]).getLocalPort() + "}"));
    }

    /** {@code GET /books?n=100}. */
    @Path("/books")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class BooksResource {
        private final List<Book> books;

        BooksResource(List<Book> books) {
            this.books = books;
        }

        @GET
        public List<Book> books(@QueryParam("n") int n) {
            return new ArrayList<>(books.subList(0, n));
        }
    }
}
