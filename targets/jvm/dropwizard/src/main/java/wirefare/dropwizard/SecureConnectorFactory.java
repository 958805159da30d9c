package wirefare.dropwizard;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.jetty.HttpsConnectorFactory;
import io.dropwizard.util.Duration;
import java.util.Locale;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.ThreadPool;
import wirefare.exchange.Tls;

/**
 * Dropwizard's connector for HTTPS, and what it would be for HTTP/2: each at a port of its own, with the certificate as
 * the lab gives it, and with the protocol chosen by ALPN, which Dropwizard's leaves out where there is but one.
 */
final class SecureConnectorFactory extends HttpsConnectorFactory {
    private final String protocol;
    private final Tls tls;

    SecureConnectorFactory(String protocol, String host, Tls tls) {
        this.protocol = protocol;
        this.tls = tls;
        setBindHost(host);
        setPort(0);
        setIdleTimeout(Duration.minutes(15));
        // Which hosts may be asked for the gate says.
        setDisableSniHostCheck(true);
    }

    @Override
    public Connector build(Server server, MetricRegistry metrics, String name, ThreadPool threads) {
        var http = buildHttpConfiguration();
        var spoken = protocol.equals(Tls.H2)
                ? new HTTP2ServerConnectionFactory(http)
                : buildHttpConnectionFactory(http);
        // Jetty writes HTTP/1.1 in capitals, ALPN does not.
        var offered = spoken.getProtocol().toLowerCase(Locale.ROOT);
        var alpn = new ALPNServerConnectionFactory(offered);
        alpn.setDefaultProtocol(offered);
        var ssl = new SslConnectionFactory(sslContext(), alpn.getProtocol());
        return buildConnector(
                server, new ScheduledExecutorScheduler(), buildBufferPool(), name, threads, ssl, alpn, spoken);
    }

    private SslContextFactory.Server sslContext() {
        var context = new SslContextFactory.Server();
        context.setKeyStore(tls.keyStore());
        context.setKeyStorePassword(Tls.PASSWORD);
        context.setIncludeProtocols(Tls.VERSION);
        context.setSslSessionTimeout(Tls.NO_TICKETS_TIMEOUT_SECONDS);
        return context;
    }
}
