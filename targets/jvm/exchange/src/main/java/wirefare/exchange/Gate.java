package wirefare.exchange;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Who may read what the target holds, as the lab has said: those who know the secret, from pages of one origin, by names
 * that the target was given. Started by hand there is no secret, and it answers anybody.
 *
 * @param secret that requests have in their query; null where there is none
 * @param origin the value of {@code Access-Control-Allow-Origin}
 * @param hosts names, in lower case, that a request's Host may have
 */
public record Gate(String secret, String origin, Set<String> hosts) {
    /** The parameter, which queries may have wherever they are read. */
    public static final String PARAMETER = "secret";

    private static final int MISDIRECTED = 421;
    private static final int FORBIDDEN = 403;

    /** The only answer that anybody gets: what the target can. */
    private static final String OPEN_PATH = "/about";
    private static final List<String> OPEN_METHODS = List.of("GET", "HEAD");

    static Gate read(Map<String, String> environment, String listensAt, List<String> problems) {
        var secret = environment.getOrDefault("WIREFARE_SECRET", "");
        if (!secret.matches("([0-9a-f]{32})?")) {
            problems.add("WIREFARE_SECRET is not 32 hexadecimal digits in lower case");
        }
        var origin = environment.getOrDefault("WIREFARE_ORIGIN", "");
        var hosts = new HashSet<>(List.of(bare(listensAt), "127.0.0.1", "localhost", "::1"));
        Arrays.stream(environment.getOrDefault("WIREFARE_HOSTS", "").split(","))
                .filter(name -> !name.isEmpty())
                .forEach(name -> hosts.add(bare(name)));
        return new Gate(secret.isEmpty() ? null : secret, origin.isEmpty() ? "*" : origin, Set.copyOf(hosts));
    }

    /**
     * Why this request is not let in; null where it is.
     *
     * @param path as it stood in the request
     * @param host as it stood there, without the port
     * @param rawQuery null where there is none
     */
    public Refusal refusalOf(String method, String path, String host, String rawQuery) {
        if (secret == null) {
            return null;
        }
        if (!hosts.contains(bare(host))) {
            return new Refusal(MISDIRECTED, "this target was not given the host " + host, null, null);
        }
        var isOpen = method.equals("OPTIONS") || OPEN_METHODS.contains(method) && path.equals(OPEN_PATH);
        return isOpen || isSecret(rawQuery) ? null
                : new Refusal(FORBIDDEN, "wants the secret that the lab gave to this target", PARAMETER, null);
    }

    private boolean isSecret(String rawQuery) {
        var start = PARAMETER + "=";
        for (var pair : (rawQuery == null ? "" : rawQuery).split("&")) {
            if (pair.startsWith(start)) {
                return isSame(pair.substring(start.length()), secret);
            }
        }
        return false;
    }

    /** In a time that tells nothing of how much of it was right. */
    private static boolean isSame(String said, String secret) {
        var ascii = StandardCharsets.ISO_8859_1;
        return MessageDigest.isEqual(said.getBytes(ascii), secret.getBytes(ascii));
    }

    /** Servers differ in whether the address of IPv6 keeps its brackets. */
    private static String bare(String host) {
        var isBracketed = host.startsWith("[") && host.endsWith("]");
        return (isBracketed ? host.substring(1, host.length() - 1) : host).toLowerCase(Locale.ROOT);
    }
}
