package wirefare.jaxws;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Stamps → samples, as the lab takes them. Differences stand as they are. */
final class Samples {
    private static final Pattern METRIC = Pattern.compile("(decode|compute|encode|compress);dur=([0-9.]+)");
    private static final Set<String> OF_ALL = Set.of("compute", "encode", "compress");
    private static final Set<String> OF_CALLS = Set.of("decode", "compute", "encode", "compress");
    private static final double ROUND = 1e4;

    private Samples() {
    }

    static Map<String, Object> completed(
            String cell, int block, int sequence, CallMarks marks, boolean cold, boolean isCall) {
        var server = serverTiming(marks.answer.serverTiming());
        var connectMs = cold ? marks.requestMs - marks.connectingMs : 0;
        var sample = start(cell, block, sequence, marks.callMs, "completed", "", marks.decodedMs - marks.callMs, 1);
        put(sample, "queueMs", marks.connectingMs - marks.encodedMs);
        put(sample, "stallMs", marks.requestMs - marks.connectingMs - connectMs);
        put(sample, "connectMs", connectMs);
        put(sample, "tlsMs", 0);
        put(sample, "waitMs", marks.answerMs - marks.requestMs);
        put(sample, "serverComputeMs", server.getOrDefault("compute", 0.0));
        put(sample, "encodeMs", server.getOrDefault("encode", 0.0));
        put(sample, "compressMs", server.getOrDefault("compress", 0.0));
        put(sample, "transferMs", marks.endMs - marks.answerMs);
        put(sample, "deliveryMs", marks.bodyMs - marks.endMs);
        put(sample, "decodeMs", marks.decodedMs - marks.bodyMs);
        put(sample, "clientComputeMs", 0);
        sample.put("bytesEncoded", marks.answer.bytesEncoded());
        sample.put("bytesDecoded", marks.answer.body().length);
        sample.put("timingDoubtful", !server.keySet().containsAll(
                isCall ? OF_CALLS : OF_ALL));
        if (isCall) {
            sample.put("call", call(marks, server));
        }
        return sample;
    }

    static Map<String, Object> failed(
            String cell, int block, int sequence, double startMs, double endMs, boolean late, String reason) {
        var outcome = late ? "timed-out" : "failed";
        var sample = start(cell, block, sequence, startMs, outcome, reason, endMs - startMs, 0);
        for (var item : new String[] {
            "queueMs", "stallMs", "connectMs", "tlsMs", "waitMs", "serverComputeMs", "encodeMs", "compressMs",
            "transferMs", "deliveryMs", "decodeMs", "clientComputeMs", "bytesEncoded", "bytesDecoded"
        }) {
            sample.put(item, 0);
        }
        sample.put("timingDoubtful", false);
        return sample;
    }

    private static Map<String, Object> start(
            String cell, int block, int sequence, double startMs, String outcome, String reason, double totalMs,
            int requests) {
        var sample = new LinkedHashMap<String, Object>();
        sample.put("cell", cell);
        sample.put("block", block);
        sample.put("sequence", sequence);
        put(sample, "startMs", startMs);
        sample.put("outcome", outcome);
        sample.put("reason", reason);
        put(sample, "totalMs", totalMs);
        sample.put("requests", requests);
        return sample;
    }

    private static Map<String, Object> call(CallMarks marks, Map<String, Double> server) {
        var call = new LinkedHashMap<String, Object>();
        put(call, "clientEncodeMs", marks.encodedMs - marks.callMs);
        put(call, "serverDecodeMs", server.getOrDefault("decode", 0.0));
        call.put("bytesRequest", marks.bytesRequest);
        return call;
    }

    private static Map<String, Double> serverTiming(String header) {
        var metrics = new LinkedHashMap<String, Double>();
        var found = METRIC.matcher(header == null ? "" : header);
        while (found.find()) {
            metrics.put(found.group(1), Double.valueOf(found.group(2)));
        }
        return metrics;
    }

    private static void put(Map<String, Object> into, String name, double ms) {
        into.put(name, Math.round(ms * ROUND) / ROUND);
    }
}
