package wirefare.dropwizard;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.ResourceConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.errors.EarlyEofExceptionMapper;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.glassfish.jersey.server.ServerProperties;
import wirefare.codecs.JacksonJson;
import wirefare.exchange.About;
import wirefare.exchange.CallFormats;
import wirefare.exchange.Datasets;
import wirefare.exchange.Features;
import wirefare.exchange.Operations;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The target as a Dropwizard application: {@code server dropwizard.yml}, which is in the jar. */
public class Main extends Application<Configuration> {
    private final Settings settings;

    Main(Settings settings) {
        this.settings = settings;
    }

    public static void main(String[] args) throws Exception {
        new Main(Settings.fromEnvironment()).run(args);
    }

    @Override
    public String getName() {
        return "dropwizard";
    }

    @Override
    public void initialize(Bootstrap<Configuration> bootstrap) {
        bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                new ResourceConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false)));
    }

    @Override
    public void run(Configuration configuration, Environment environment) {
        var datasets = Datasets.generate(settings);
        var operations = new Operations(datasets);
        var features = Features.of(datasets).withCalls(CallFormats.features(operations));
        var about = new About(getName(), features, libraries());

        JacksonJson.configure(environment.getObjectMapper());
        var jersey = environment.jersey();
        jersey.register(new AboutResource(about));
        jersey.register(new BytesResource());
        jersey.register(new ExchangeResource(datasets, features));
        jersey.register(new CallResource(operations));
        jersey.register(new PreflightFilter());
        jersey.register(new CallFilter(features));
        jersey.register(new DecodedReader());
        jersey.register(new DecodeInterceptor());
        jersey.register(new EncodedWriter());
        jersey.register(new PhasesInterceptor());
        jersey.register(new AnswerHeadersFilter());
        jersey.register(new RefusalMapper());
        jersey.register(new MalformedMapper());
        jersey.register(new RefusedCallMapper());
        jersey.register(new JsonProcessingMapper());
        jersey.register(new WebApplicationExceptionMapper());
        jersey.register(new FailureMapper());
        // A client that goes away is nobody's failure.
        jersey.register(new EarlyEofExceptionMapper());

        environment.servlets()
                .addFilter("content-type", new ContentTypeFilter())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/call/*");
        environment.getApplicationContext().setErrorHandler(new ProblemErrorHandler());
        environment.lifecycle().addServerLifecycleListener(Main::started);
    }

    private static Map<String, Class<?>> libraries() {
        var libraries = new LinkedHashMap<String, Class<?>>();
        libraries.put("dropwizard", Application.class);
        libraries.put("jetty", Server.class);
        libraries.put("jersey", ServerProperties.class);
        libraries.put("jackson", ObjectMapper.class);
        return libraries;
    }

    private static void started(Server server) {
        server.setErrorHandler(new ProblemErrorHandler());
        StdinWatch.endWhenClosed(() -> System.exit(0));
        ReadyLine.print(((ServerConnector) server.getConnectors()[0]).getLocalPort());
    }
}
