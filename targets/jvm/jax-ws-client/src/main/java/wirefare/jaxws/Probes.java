package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Items that are measured alone, of an answer that has come. */
final class Probes {
    private static final int REPETITIONS = 5;
    private static final int MOST_REPETITIONS = 2_000;

    private final Caller caller;
    private final AgentClock clock;

    Probes(Caller caller, AgentClock clock) {
        this.caller = caller;
        this.clock = clock;
    }

    List<Map<String, Object>> run(JsonNode job) {
        var results = new ArrayList<Map<String, Object>>();
        for (var spec : job.get("cells")) {
            try {
                results.add(probed(Cell.of(spec), job));
            } catch (IOException | RuntimeException e) {
                // A cell that cannot be measured alone is left without these items: its exchanges are measured.
                System.err.println("probe of " + spec.get("cell") + ": " + Agent.reason(e));
            }
        }
        return results;
    }

    private Map<String, Object> probed(Cell cell, JsonNode job) throws IOException {
        var timeoutMs = job.get("timeoutMs").intValue();
        var answer = caller.call(cell, timeoutMs).marks().answer;
        var result = new LinkedHashMap<String, Object>();
        result.put("cell", cell.name());
        // A step of this clock is far below a message's decoding, so that single ones are long enough.
        var within = job.get("decodeWithinMs");
        result.put("decodeMs", within == null ? null : (Double) decodeMs(cell, answer, within.doubleValue()));
        result.put("clientComputeMs", null);
        var compressed = within == null && cell.compression().equals("gzip");
        result.put("decompressMs", compressed ? (Double) decompressMs(answer.encoded()) : null);
        result.put("decompressBy", compressed ? "stream" : null);
        return result;
    }

    /** The median of as many decodes of that answer as fit, after a first one. */
    private double decodeMs(Cell cell, HttpAnswer answer, double withinMs) {
        var first = decodedMs(cell, answer);
        if (first >= 3 * withinMs) {
            return first;
        }
        var times = new ArrayList<Double>();
        for (var startMs = clock.nowMs(); clock.nowMs() - startMs < withinMs && times.size() < MOST_REPETITIONS; ) {
            times.add(decodedMs(cell, answer));
        }
        return times.isEmpty() ? first : median(times.stream().mapToDouble(each -> each).toArray());
    }

    private double decodedMs(Cell cell, HttpAnswer answer) {
        var marks = caller.replay(cell, answer).marks();
        return marks.decodedMs - marks.bodyMs;
    }

    private double decompressMs(byte[] compressed) throws IOException {
        var times = new double[REPETITIONS];
        for (var i = 0; i < REPETITIONS; i++) {
            var startMs = clock.nowMs();
            HttpRequest.gunzip(compressed);
            times[i] = clock.nowMs() - startMs;
        }
        return median(times);
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
