package wirefare.tomcat;

import java.nio.file.Path;
import java.util.Set;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.WsSci;
import wirefare.servlets.WirefareListener;

/** One connector and one application. Threads, buffers and compression (off) are Tomcat's own, as they come. */
final class EmbeddedTomcat {
    /**
     * The contract keeps connections that are idle for ten minutes; Tomcat closes them after 20 s, and after 100 requests.
     * The first limit is that of a client that stops reading too.
     */
    private static final int IDLE_MS = 660_000;

    private final Tomcat tomcat = new Tomcat();

    /** @param folder where Tomcat may keep what it likes; it takes it for its own */
    EmbeddedTomcat(String host, int port, Path folder) {
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector(host, port));
        var application = tomcat.addContext("", folder.toAbsolutePath().toString());
        application.addParameter(WirefareListener.STACK, "tomcat");
        application.addServletContainerInitializer(new WsSci(), Set.of());
        application.addApplicationListener(WirefareListener.class.getName());
    }

    private static Connector connector(String host, int port) {
        var connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", host);
        connector.setProperty("connectionTimeout", Integer.toString(IDLE_MS));
        connector.setProperty("keepAliveTimeout", Integer.toString(IDLE_MS));
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setThrowOnFailure(true);
        return connector;
    }

    void start() throws LifecycleException {
        tomcat.start();
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    void stop() throws LifecycleException {
        tomcat.stop();
    }
}
