package wirefare.tomcat;

import java.io.IOException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import wirefare.exchange.Tls;
import wirefare.servlets.messages.HangUp;

/**
 * One connector and one application, Metro's or this target's. Threads, buffers and compression (off) are Tomcat's own, as
 * they come.
 */
public final class EmbeddedTomcat {
    /**
     * The contract keeps connections that are idle for ten minutes; Tomcat closes them after 20 s, and after 100 requests.
     * The first limit is that of a client that stops reading too.
     */
    static final int IDLE_MS = 660_000;

    /** A request whose body stops holds a thread: two hundred of them would otherwise keep everybody out for as long as that. */
    static final int BODY_STOPPED_MS = 60_000;

    private final Tomcat tomcat = new Tomcat();
    /** Tomcat's default, at hand for the connections that it knows. */
    private final NioEndpoint endpoint = new NioEndpoint();

    private final Context application;
    private final SecureConnectors secure;

    /**
     * @param tls null where nothing is to be listened for over TLS
     * @param folder where Tomcat may keep what it likes; it takes it for its own
     * @param deploy puts into the application what it is made of
     */
    public EmbeddedTomcat(String host, int port, Tls tls, Path folder, Consumer<Context> deploy) {
        secure = SecureConnectors.of(host, tls);
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector(host, port));
        secure.all().forEach(tomcat.getService()::addConnector);
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemValve.class.getName());
        application = tomcat.addContext("", folder.toAbsolutePath().toString());
        application.getServletContext().setAttribute(HangUp.class.getName(), (HangUp) this::hangUp);
        deploy.accept(application);
    }

    private Connector connector(String host, int port) {
        var connector = new Connector(new Http11NioProtocol(endpoint));
        connector.setPort(port);
        connector.setProperty("address", host);
        keepAsTheContractWants(connector);
        connector.setThrowOnFailure(true);
        return connector;
    }

    /** Connections stay for as long as the contract wants, and bodies that stop do not. */
    public static void keepAsTheContractWants(Connector connector) {
        connector.setProperty("connectionTimeout", Integer.toString(IDLE_MS));
        connector.setProperty("keepAliveTimeout", Integer.toString(IDLE_MS));
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("disableUploadTimeout", "false");
        connector.setProperty("connectionUploadTimeout", Integer.toString(BODY_STOPPED_MS));
    }

    /**
     * Ends the way out beneath Tomcat, which then finds out as it does of any client that has left: to close the connection
     * above it would take its objects from under the thread that writes.
     */
    private void hangUp(String remoteAddress, int remotePort) {
        for (var connection : endpoint.getConnections()) {
            if (connection.getRemotePort() == remotePort && remoteAddress.equals(connection.getRemoteAddr())) {
                endOutput(connection.getSocket().getIOChannel());
            }
        }
    }

    private static void endOutput(SocketChannel channel) {
        try {
            channel.shutdownOutput();
        } catch (IOException | NotYetConnectedException e) {
            // It broke meanwhile, which is as good.
        }
    }

    public void start() throws LifecycleException {
        tomcat.start();
        // Tomcat goes on without an application that fails, and knows no path then.
        if (!application.getState().isAvailable()) {
            throw new LifecycleException("the application did not start");
        }
    }

    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** Protocol → port of those over TLS. */
    public Map<String, Integer> securePorts() {
        return secure.ports();
    }

    public void stop() throws LifecycleException {
        tomcat.stop();
    }
}
