package wirefare.metro;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import wirefare.exchange.Gate;

/**
 * A request for the WSDL or one of its schemas. JAX-WS knows such by their whole query, in which the secret would stand
 * in its way; and whoever reads the WSDL follows the addresses in it, which lead nowhere without.
 */
final class DescriptionRequest extends HttpServletRequestWrapper {
    private final String query;
    private final String secret;

    DescriptionRequest(HttpServletRequest request) {
        super(request);
        var raw = request.getQueryString() == null ? "" : request.getQueryString();
        var parts = Arrays.stream(raw.split("&"))
                .collect(Collectors.partitioningBy(part -> part.startsWith(Gate.PARAMETER + "="), Collectors.joining("&")));
        secret = parts.get(true);
        query = parts.get(false);
    }

    @Override
    public String getQueryString() {
        return query;
    }

    /** The addresses of the description with what was asked with. A gate that wants none lets any through: only hex is one. */
    byte[] withSecret(byte[] description) {
        if (!secret.matches(Gate.PARAMETER + "=[0-9a-f]+")) {
            return description;
        }
        var text = new String(description, StandardCharsets.UTF_8);
        var schemas = text.replaceAll("(ocation=\"[^\"?]*\\?(?:xsd|wsdl)=\\d+)\"", "$1&amp;" + secret + "\"");
        var all = schemas.replaceAll("(<soap:address location=\"[^\"?]*)\"", "$1?" + secret + "\"");
        return all.getBytes(StandardCharsets.UTF_8);
    }
}
