package wirefare.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The PEM files of the certificate that the lab has made for this run, and of its key. */
public record Tls(Path certificate, Path key) {
    public static final String HTTPS1 = "https1";
    public static final String H2 = "h2";

    /**
     * Java's TLS 1.3 sends no tickets where a session is kept for longer than the seven days that a ticket may last
     * (RFC 8446, 4.6.1); and without TLS 1.2 nothing else is resumed.
     */
    public static final int NO_TICKETS_TIMEOUT_SECONDS = 8 * 86_400;
    public static final String VERSION = "TLSv1.3";

    /** Of the store, which nobody but this process sees. */
    public static final String PASSWORD = "changeit";

    /** Null where the lab gives none. */
    static Tls read(Map<String, String> environment, List<String> problems) {
        var certificate = environment.getOrDefault("WIREFARE_TLS_CERT", "");
        var key = environment.getOrDefault("WIREFARE_TLS_KEY", "");
        if (certificate.isEmpty() && key.isEmpty()) {
            return null;
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            problems.add("WIREFARE_TLS_CERT and WIREFARE_TLS_KEY come together");
            return null;
        }
        for (var file : List.of(certificate, key)) {
            if (!Files.isReadable(Path.of(file))) {
                problems.add("WIREFARE_TLS: " + file + " cannot be read");
            }
        }
        return new Tls(Path.of(certificate), Path.of(key));
    }

    /** Both in memory, for servers that do not read PEM. */
    public KeyStore keyStore() {
        try (var in = Files.newInputStream(certificate)) {
            var read = CertificateFactory.getInstance("X.509").generateCertificate(in);
            var pem = Files.readString(key).replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem));
            var secret = KeyFactory.getInstance(read.getPublicKey().getAlgorithm()).generatePrivate(spec);
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("target", secret, PASSWORD.toCharArray(), new Certificate[] {read});
            return store;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalStateException("WIREFARE_TLS: " + e.getMessage(), e);
        }
    }
}
