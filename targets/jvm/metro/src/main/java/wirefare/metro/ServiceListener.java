package wirefare.metro;

import com.sun.xml.ws.transport.http.servlet.WSServlet;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;
import wirefare.codecs.Codecs;
import wirefare.exchange.About;
import wirefare.exchange.Datasets;
import wirefare.exchange.Features;
import wirefare.exchange.GateFilter;
import wirefare.exchange.Gzip;
import wirefare.exchange.Operations;
import wirefare.exchange.SecureFilter;
import wirefare.exchange.Settings;
import wirefare.exchange.Tls;
import wirefare.servlets.AboutServlet;
import wirefare.servlets.BytesServlet;
import wirefare.servlets.CommonHeadersFilter;
import wirefare.servlets.FailureLog;
import wirefare.servlets.NothingHereServlet;
import wirefare.servlets.ProblemFilter;

/** Registers what stands round the service: what a web.xml would, but for what depends on the settings. */
public final class ServiceListener implements ServletContextListener {
    /** Context attribute with the operations that the service carries out. */
    static final String OPERATIONS = "wirefare.operations";
    /** Likewise with the log of failures. */
    static final String FAILURES = "wirefare.failures";

    private static final String SOAP = "/soap";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        var context = event.getServletContext();
        var settings = Settings.fromEnvironment();
        var maxN = settings.largestN();
        var operations = new Operations(Datasets.generate(settings));
        var failures = new FailureLog();
        context.setAttribute(OPERATIONS, operations);
        context.setAttribute(FAILURES, failures);
        var features = features(maxN, operations);
        // Filters apply in the order in which they are named here.
        filter(context, "gate", new GateFilter(), "/*");
        filter(context, "secure", new SecureFilter(), "/*");
        filter(context, "common-headers", new CommonHeadersFilter(), "/*");
        filter(context, "problems", new ProblemFilter(failures), "/*");
        filter(context, "soap", new SoapFilter(features), SOAP);
        servlet(context, "nothing-here", new NothingHereServlet(), "/");
        servlet(context, "about", new AboutServlet(new About("metro", features, libraries())), "/about");
        servlet(context, "bytes", new BytesServlet(), "/bytes");
        servlet(context, "soap", new WSServlet(), SOAP);
    }

    private static Features features(int maxN, Operations operations) {
        var formats = Map.of("soap", List.of("jax-ws"), "soap-serialized", List.of("jax-ws"));
        var compressions = Map.of("none", List.<Integer>of(), "gzip", Gzip.LEVELS);
        return new Features(
                List.of(), maxN, Map.of(), compressions, List.of("none"), List.of("http1"), null, null, List.of())
                .withSecure(List.of(Tls.HTTPS1, Tls.H2))
                .withCalls(new Features.CallFeatures(operations.names(), formats));
    }

    private static Map<String, Class<?>> libraries() {
        return Map.of(
                "jaxws-rt", WSServlet.class,
                "jaxb", Codecs.of("xml", "jaxb").library(),
                "tomcat", Tomcat.class);
    }

    private static void filter(ServletContext context, String name, Filter filter, String path) {
        context.addFilter(name, filter).addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, path);
    }

    private static void servlet(ServletContext context, String name, Servlet servlet, String path) {
        context.addServlet(name, servlet).addMapping(path);
    }
}
