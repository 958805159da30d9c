package wirefare.servlets.messages;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.EnumSet;
import wirefare.messages.MessageFeatures;
import wirefare.messages.Sequences;

/** All that carries messages, by path. */
public final class MessageServlets implements AutoCloseable {
    private static final String SOCKET = "/socket";

    private final Sequences sequences;
    private final boolean canDeflate;

    private MessageServlets(Sequences sequences, boolean canDeflate) {
        this.sequences = sequences;
        this.canDeflate = canDeflate;
    }

    /** What /about says of messages. */
    public MessageFeatures features() {
        return MessageFeatures.overHttp1(canDeflate);
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        sequences.close();
    }

    /** To be called while the application starts; the container has put its WebSocket container into the context before. */
    public static MessageServlets register(ServletContext context) {
        var sockets = (ServerContainer) context.getAttribute(ServerContainer.class.getName());
        var canDeflate = sockets.getInstalledExtensions().stream()
                .anyMatch(extension -> extension.getName().equals(SocketGate.DEFLATE));
        var sequences = new Sequences(canDeflate);
        add(context, "sequence", new SequenceServlet(sequences), "/sequence");
        add(context, "sequence-begin", new BeginServlet(sequences), "/sequence/begin");
        add(context, "sequence-next", new NextServlet(sequences), "/sequence/next");
        add(context, "sequence-end", new EndServlet(sequences), "/sequence/end");
        add(context, "message", new MessageServlet(sequences), "/message");
        add(context, "poll", new PollServlet(sequences), "/poll");
        add(context, "events", new EventsServlet(sequences), "/events");
        add(context, "stream", new StreamServlet(sequences), "/stream");
        addSocket(context, sockets, sequences);
        return new MessageServlets(sequences, canDeflate);
    }

    private static void add(ServletContext context, String name, Servlet servlet, String path) {
        var registered = context.addServlet(name, servlet);
        registered.setAsyncSupported(true);
        registered.addMapping(path);
    }

    private static void addSocket(ServletContext context, ServerContainer sockets, Sequences sequences) {
        var gate = context.addFilter("socket-gate", new SocketGate(sequences));
        gate.setAsyncSupported(true);
        // Before all others: the container's own filter upgrades the connection and asks nobody.
        gate.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, SOCKET);
        var endpoint = ServerEndpointConfig.Builder.create(MessageSocket.class, SOCKET)
                .configurator(new ServerEndpointConfig.Configurator() {
                    @Override
                    public <T> T getEndpointInstance(Class<T> type) {
                        return type.cast(new MessageSocket(sequences));
                    }
                })
                .build();
        try {
            sockets.addEndpoint(endpoint);
        } catch (DeploymentException e) {
            throw new IllegalStateException(e);
        }
    }
}
