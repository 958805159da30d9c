package wirefare.glassfish;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.glassfish.embeddable.BootstrapProperties;
import org.glassfish.embeddable.GlassFish;
import org.glassfish.embeddable.GlassFishException;
import org.glassfish.embeddable.GlassFishProperties;
import org.glassfish.embeddable.GlassFishRuntime;
import org.glassfish.grizzly.ThreadCache;
import wirefare.exchange.ScratchFolder;

/** GlassFish in this process: one plain HTTP listener, with the application at its root. */
final class EmbeddedServer {
    private static final String LISTENER = "http-listener";
    private static final String NETWORK = "configs.config.server-config.network-config.";
    private static final String HTTP = NETWORK + "protocols.protocol." + LISTENER + ".http.";
    private static final String TCP = NETWORK + "transports.transport.tcp.";

    /** Longer than any pause of a run: a connection that the target closed would make the next exchange a cold one. */
    private static final String IDLE_SECONDS = "1800";

    /** What the contract asks for that GlassFish's defaults do not give. All else is as it comes. */
    private static final Map<String, String> SETTINGS = Map.of(
            HTTP + "timeout-seconds", IDLE_SECONDS,
            // Requests for each connection, 250 unless said otherwise.
            HTTP + "max-connections", "-1",
            // A request may stay open as long as messages go over it.
            HTTP + "request-timeout-seconds", "-1",
            // What is left of a refused body is not read: the connection is closed.
            HTTP + "max-swallowing-input-bytes", "0",
            // These two otherwise get an error page of GlassFish's own instead of a problem document.
            HTTP + "encoded-slash-enabled", "true",
            HTTP + "trace-enabled", "true",
            HTTP + "xpowered-by", "false",
            TCP + "idle-key-timeout-seconds", IDLE_SECONDS,
            // A client that does not read is waited for (30 s unless said otherwise), but for no longer than its sequence
            // is kept: a thread of ours waits with it.
            TCP + "write-timeout-millis", "90000");

    /**
     * Grizzly's objects for a request, which each of its threads keeps for the requests after it, with GlassFish's own
     * hanging on them. Where the server closes a WebSocket, Grizzly takes them back at once, although another thread may
     * be reading what the client has sent meanwhile. That thread fails and writes its 500 into an answer that belongs to
     * another request by then. So every request gets new ones.
     */
    private static final List<String> USED_ONCE = List.of(
            "org.glassfish.grizzly.http.HttpServerFilter$ServerHttpRequestImpl",
            "org.glassfish.grizzly.http.HttpResponsePacketImpl",
            "org.glassfish.grizzly.http.server.Request");

    private final String host;
    private final int port;
    private final ScratchFolder scratch;
    private GlassFish glassfish;
    private boolean disposed;

    EmbeddedServer(String host, int port, ScratchFolder scratch) throws IOException {
        this.host = host;
        this.port = port == 0 ? freePort(host) : port;
        this.scratch = scratch;
    }

    /** GlassFish must be told its port: it does not tell which one it got. */
    private static int freePort(String host) throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        }
    }

    /** To be called before Grizzly handles a request: who names a class first says how many of it a thread keeps. */
    private static void keepNoRequests() {
        for (var name : USED_ONCE) {
            try {
                var type = Class.forName(name, false, ThreadCache.class.getClassLoader());
                if (ThreadCache.obtainIndex(type, 0).getSize() != 0) {
                    throw new IllegalStateException("Grizzly keeps " + name + " already");
                }
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("this Grizzly has no " + name, e);
            }
        }
    }

    int port() {
        return port;
    }

    /** Returns when the application can be asked. */
    void start(Path war) throws GlassFishException {
        keepNoRequests();
        System.setProperty("glassfish.embedded.tmpdir", scratch.path().toAbsolutePath().toString());
        var properties = new GlassFishProperties();
        properties.setPort(LISTENER, port);
        properties.setProperty(NETWORK + "network-listeners.network-listener." + LISTENER + ".address", host);
        SETTINGS.forEach(properties::setProperty);
        var made = GlassFishRuntime.bootstrap(new BootstrapProperties()).newGlassFish(properties);
        synchronized (this) {
            if (disposed) {
                return;
            }
            glassfish = made;
        }
        made.start();
        var name = made.getDeployer().deploy(war.toFile(), "--name=wirefare", "--contextroot=/");
        if (name == null) {
            throw new IllegalStateException("GlassFish did not deploy " + war);
        }
    }

    void dispose() throws GlassFishException {
        GlassFish made;
        synchronized (this) {
            disposed = true;
            made = glassfish;
        }
        if (made != null) {
            made.dispose();
        }
    }
}
