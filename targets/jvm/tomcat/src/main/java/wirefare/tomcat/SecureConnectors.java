package wirefare.tomcat;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLHostConfigCertificate.Type;
import wirefare.exchange.Tls;

/** A connector for HTTP/1.1 over TLS and one for HTTP/2, each at a port of its own, where the lab gives a certificate. */
public final class SecureConnectors {
    private final Map<String, Connector> byProtocol = new LinkedHashMap<>();

    private SecureConnectors() {
    }

    /** @param tls null for none */
    public static SecureConnectors of(String host, Tls tls) {
        var connectors = new SecureConnectors();
        if (tls != null) {
            for (var protocol : List.of(Tls.HTTPS1, Tls.H2)) {
                connectors.byProtocol.put(protocol, connector(protocol, host, tls));
            }
        }
        return connectors;
    }

    private static Connector connector(String protocol, String host, Tls tls) {
        var endpoint = new NioEndpoint();
        var connector = new Connector(new Http11NioProtocol(endpoint));
        connector.setPort(0);
        connector.setProperty("address", host);
        EmbeddedTomcat.keepAsTheContractWants(connector);
        connector.setThrowOnFailure(true);
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(hostConfig(tls));
        if (protocol.equals(Tls.H2)) {
            connector.addUpgradeProtocol(new EndingHttp2());
        } else {
            // Without a name of its own Tomcat would leave the client's offer unanswered.
            endpoint.addNegotiatedProtocol("http/1.1");
        }
        return connector;
    }

    private static SSLHostConfig hostConfig(Tls tls) {
        var config = new SSLHostConfig();
        config.setProtocols(Tls.VERSION);
        config.setSessionTimeout(Tls.NO_TICKETS_TIMEOUT_SECONDS);
        var certificate = new SSLHostConfigCertificate(config, Type.UNDEFINED);
        certificate.setCertificateFile(tls.certificate().toString());
        certificate.setCertificateKeyFile(tls.key().toString());
        config.addCertificate(certificate);
        return config;
    }

    public Collection<Connector> all() {
        return byProtocol.values();
    }

    /** Protocol → port, once they listen. */
    public Map<String, Integer> ports() {
        return byProtocol.entrySet().stream().collect(
                Collectors.toMap(Map.Entry::getKey, each -> each.getValue().getLocalPort(), (a, b) -> a, LinkedHashMap::new));
    }
}
