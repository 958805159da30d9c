package wirefare.dropwizard;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.ResourceConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.errors.EarlyEofExceptionMapper;
import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.glassfish.jersey.server.ServerProperties;
import wirefare.codecs.JacksonJson;
import wirefare.exchange.About;
import wirefare.exchange.CallFormats;
import wirefare.exchange.Datasets;
import wirefare.exchange.Features;
import wirefare.exchange.GateFilter;
import wirefare.exchange.Operations;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.SecureFilter;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;
import wirefare.exchange.Tls;

/** The target as a Dropwizard application: {@code server dropwizard.yml}, which is in the jar. */
public class Main extends Application<Configuration> {
    /** What it speaks over TLS, in the order of its connectors, behind the plain one. */
    private static final List<String> SECURE = List.of(Tls.HTTPS1, Tls.H2);

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
        var datasets = Datasets.generate(settings).withOwn(settings.payloads());
        var operations = new Operations(datasets);
        var features = Features.of(datasets)
                .withSecure(SECURE)
                .withCalls(CallFormats.features(operations));
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
                .addFilter("gate", new GateFilter())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        environment.servlets()
                .addFilter("go-away", new GoAwayFilter())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        environment.servlets()
                .addFilter("secure", new SecureFilter())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        environment.servlets()
                .addFilter("content-type", new ContentTypeFilter())
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/call/*");
        environment.getApplicationContext().setErrorHandler(new ProblemErrorHandler());
        environment.lifecycle().addServerLifecycleListener(Main::started);
        if (settings.tls() != null) {
            listenOverTls((DefaultServerFactory) configuration.getServerFactory());
        }
    }

    /** The server is made of its configuration after this. */
    private void listenOverTls(DefaultServerFactory server) {
        var connectors = new ArrayList<>(server.getApplicationConnectors());
        SECURE.forEach(protocol -> connectors.add(new SecureConnectorFactory(protocol, settings.host(), settings.tls())));
        server.setApplicationConnectors(connectors);
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
        var ports = Arrays.stream(server.getConnectors())
                .map(each -> ((ServerConnector) each).getLocalPort())
                .toList();
        var secure = new LinkedHashMap<String, Integer>();
        for (var i = 1; i < ports.size(); i++) {
            secure.put(SECURE.get(i - 1), ports.get(i));
        }
        ReadyLine.print(ports.get(0), secure);
    }
}
