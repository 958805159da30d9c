package wirefare.servlets;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import wirefare.exchange.About;
import wirefare.exchange.CallFormats;
import wirefare.exchange.Datasets;
import wirefare.exchange.Features;
import wirefare.exchange.GateFilter;
import wirefare.exchange.Operations;
import wirefare.exchange.SecureFilter;
import wirefare.exchange.Settings;
import wirefare.servlets.messages.MessageServlets;

/** All servlets and filters, by name and path. A new one is a class and a line here. */
final class Registration {
    private final ServletContext context;

    private Registration(ServletContext context) {
        this.context = context;
    }

    /** Gives back what is to be closed when the application ends. */
    static MessageServlets register(ServletContext context) {
        var datasets = Datasets.generate(Settings.fromEnvironment());
        var messages = MessageServlets.register(context);
        var operations = new Operations(datasets);
        var features = Features.of(datasets)
                .withSecure(protocolsOf(context))
                .withMessages(messages.features())
                .withCalls(CallFormats.features(operations));
        new Registration(context).register(datasets, operations, features);
        return messages;
    }

    private static List<String> protocolsOf(ServletContext context) {
        var stated = context.getInitParameter(WirefareListener.SECURE);
        return stated == null ? List.of() : List.of(stated.split(","));
    }

    private void register(Datasets datasets, Operations operations, Features features) {
        var name = context.getInitParameter(WirefareListener.STACK);
        // Filters apply in the order in which they are named here.
        filter("gate", new GateFilter(), "/*");
        filter("secure", new SecureFilter(), "/*");
        filter("common-headers", new CommonHeadersFilter(), "/*");
        filter("problems", new ProblemFilter(new FailureLog()), "/*");
        filter("compression", new CompressionFilter(), "/exchange", "/call/*");
        servlet("nothing-here", new NothingHereServlet(), "/");
        servlet("about", new AboutServlet(new About(name, features, Map.of(name, context.getClass()))), "/about");
        servlet("bytes", new BytesServlet(), "/bytes");
        servlet("exchange", new ExchangeServlet(features, datasets), "/exchange");
        servlet("call", new CallServlet(features, operations), "/call/*");
    }

    private void filter(String name, Filter filter, String... paths) {
        var registered = context.addFilter(name, filter);
        registered.setAsyncSupported(true);
        registered.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, paths);
    }

    private void servlet(String name, Servlet servlet, String... paths) {
        var registered = context.addServlet(name, servlet);
        registered.setAsyncSupported(true);
        registered.addMapping(paths);
    }
}
