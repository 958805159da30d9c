package wirefare.metro;

import com.sun.xml.ws.transport.http.servlet.WSServletContextListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.WebResourceRoot.ResourceSetType;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.StandardRoot;
import wirefare.exchange.Settings;

/** An embedded Tomcat with the web application in it, whose WEB-INF lies in this jar. */
final class EmbeddedServer {
    /** Of the lab's connections, which may rest for ten minutes. */
    private static final int KEEP_ALIVE_MS = 15 * 60 * 1_000;

    private final Tomcat tomcat;
    private final Path folder;

    private EmbeddedServer(Tomcat tomcat, Path folder) {
        this.tomcat = tomcat;
        this.folder = folder;
    }

    static EmbeddedServer start(Settings settings) throws IOException, LifecycleException {
        var folder = Files.createTempDirectory("wirefare-metro-");
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector(settings));
        deploy(tomcat.addContext("", null));
        tomcat.start();
        return new EmbeddedServer(tomcat, folder);
    }

    private static Connector connector(Settings settings) {
        var connector = new Connector("HTTP/1.1");
        connector.setProperty("address", settings.host());
        connector.setPort(settings.port());
        connector.setProperty("keepAliveTimeout", Integer.toString(KEEP_ALIVE_MS));
        connector.setProperty("maxKeepAliveRequests", "-1");
        return connector;
    }

    private static void deploy(Context context) {
        var resources = new StandardRoot(context);
        var jar = EmbeddedServer.class.getProtectionDomain().getCodeSource().getLocation();
        resources.createWebResourceSet(ResourceSetType.PRE, "/WEB-INF", jar, "/webapp/WEB-INF");
        context.setResources(resources);
        // First what stands before the service, since filters apply in their order.
        context.addApplicationListener(ServiceListener.class.getName());
        context.addApplicationListener(WSServletContextListener.class.getName());
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    void stop() {
        try {
            tomcat.stop();
            tomcat.destroy();
            remove(folder);
        } catch (LifecycleException | IOException | UncheckedIOException e) {
            System.err.println("stop: " + e);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
