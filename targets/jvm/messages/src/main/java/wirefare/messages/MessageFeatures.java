package wirefare.messages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What /about says of messages. */
public record MessageFeatures(
        Map<String, List<String>> endpoints, boolean permessageDeflate, int largestBytes, List<String> contents) {

    /** Every endpoint but WebTransport, over HTTP/1.1. */
    public static MessageFeatures overHttp1(boolean canDeflate) {
        var endpoints = new LinkedHashMap<String, List<String>>();
        for (var endpoint : List.of("post", "sse", "stream", "long-polling", "websocket")) {
            endpoints.put(endpoint, List.of("http1"));
        }
        return new MessageFeatures(endpoints, canDeflate, SequenceSpec.LARGEST_BYTES, List.of("random"));
    }
}
