package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.xml.ws.util.RuntimeVersion;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Registers, then does what it is asked for until the lab says that it is over. */
final class Agent {
    private static final int PROTOCOL = 8;

    private final Lab lab;
    private final AgentClock clock;
    private final Caller caller;
    private final KnownAnswers known;
    private int sequence;

    Agent(Lab lab, AgentClock clock) {
        this.lab = lab;
        this.clock = clock;
        this.caller = new Caller(clock);
        this.known = new KnownAnswers(lab);
    }

    void work(String token) throws IOException, InterruptedException {
        lab.register(Lab.MAPPER.valueToTree(introduction(token)));
        for (var job = lab.nextJob(); !kindOf(job).equals("end"); job = lab.nextJob()) {
            switch (kindOf(job)) {
                case "check" -> check(job);
                case "blocks" -> new Blocks(lab, clock, caller, known, this::nextSequence).run(job);
                case "probe" -> lab.post("probes", new Probes(caller, clock).run(job));
                case "wait" -> { }
                default -> throw new IOException("the lab asks for " + kindOf(job) + ", which no one knows here");
            }
        }
    }

    private static String kindOf(JsonNode job) {
        return job.get("kind").textValue();
    }

    private int nextSequence() {
        return sequence++;
    }

    private Map<String, Object> introduction(String token) {
        var about = new LinkedHashMap<String, Object>();
        about.put("protocol", PROTOCOL);
        about.put("token", token);
        about.put("engine", "jax-ws");
        about.put("engineVersion", RuntimeVersion.VERSION.BUILD_VERSION);
        about.put("userAgent", RuntimeVersion.VERSION + ", Java " + System.getProperty("java.runtime.version"));
        about.put("cores", Runtime.getRuntime().availableProcessors());
        about.put("clockStepUs", clock.stepUs());
        about.put("crossOriginIsolated", true);
        about.put("visible", true);
        about.put("codecs", List.of("soap/jax-ws", "soap-serialized/jax-ws"));
        about.put("transports", List.of());
        about.put("protocols", List.of("http1"));
        about.put("timeOriginMs", clock.timeOriginMs());
        return about;
    }

    private void check(JsonNode job) throws IOException, InterruptedException {
        var results = new ArrayList<Map<String, Object>>();
        for (var spec : job.get("cells")) {
            results.add(checked(spec, job.get("timeoutMs").intValue()));
        }
        lab.post("checks", results);
    }

    private Map<String, Object> checked(JsonNode spec, int timeoutMs) throws IOException, InterruptedException {
        var result = new LinkedHashMap<String, Object>();
        var name = spec.get("cell").textValue();
        result.put("cell", name);
        try {
            var cell = Cell.of(spec);
            var done = caller.call(cell, timeoutMs);
            var answer = done.marks().answer;
            var difference = known.firstDifference(name, done.value());
            result.put("difference", difference == null ? wrongEncoding(cell, answer) : difference);
            result.put("bytesEncoded", answer.bytesEncoded());
            result.put("bytesDecoded", answer.body().length);
            result.put("contentEncoding", answer.contentEncoding());
            result.put("compared", 1);
        } catch (IOException | RuntimeException e) {
            result.put("difference", reason(e));
            result.put("bytesEncoded", 0);
            result.put("bytesDecoded", 0);
            result.put("contentEncoding", "");
            result.put("compared", 0);
        }
        return result;
    }

    /** A cell that asks for gzip and gets none would be timed under a wrong name. */
    private static String wrongEncoding(Cell cell, HttpAnswer answer) {
        var asked = cell.compression().equals("none") ? "" : cell.compression();
        return answer.contentEncoding().equals(asked)
                ? null
                : "Content-Encoding \"%s\" came, \"%s\" was asked for".formatted(answer.contentEncoding(), asked);
    }

    static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    static boolean isLate(Throwable failure) {
        for (var each = failure; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
