package wirefare.exchange;

import java.util.Map;
import java.util.stream.Collectors;

/** The line on stdout that tells the lab where the target listens. */
public final class ReadyLine {
    private ReadyLine() {
    }

    /**
     * To be called once the target answers at these ports.
     *
     * @param port of plain HTTP/1.1
     * @param secure protocol → port of those over TLS
     */
    public static void print(int port, Map<String, Integer> secure) {
        var ports = secure.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(","));
        var more = ports.isEmpty() ? "" : ",\"ports\":{" + ports + "}";
        System.out.println("{\"ready\":true,\"port\":" + port + more + "}");
        System.out.flush();
    }
}
