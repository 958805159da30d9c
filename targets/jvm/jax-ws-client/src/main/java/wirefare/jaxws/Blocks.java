package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Blocks of exchanges, timed: nothing but exchanges stands between their first call and their last stamp. */
final class Blocks {
    private static final String EMPTY = "empty";
    private static final String EMPTY_COLD = "empty cold";

    private final Lab lab;
    private final AgentClock clock;
    private final Caller caller;
    private final KnownAnswers known;
    private final IntSupplier nextSequence;
    private final Map<String, Cell> cells = new HashMap<>();
    private List<Done> done = new ArrayList<>();
    private List<Drawn> drawn = new ArrayList<>();
    private List<Map<String, Object>> compared = new ArrayList<>();
    private List<Integer> finished = new ArrayList<>();
    private boolean late;

    /** An exchange that was made; samples are made of them when they are posted. */
    private record Done(
            String cell, int block, int sequence, boolean cold, boolean isCall, double startMs, double endMs,
            CallMarks marks, Object value, Exception failure) {

        /** The objects are let go of at once. */
        Done withoutValue() {
            return new Done(cell, block, sequence, cold, isCall, startMs, endMs, marks, null, failure);
        }
    }

    /** An answer that is to be compared when its block is over. */
    private record Drawn(String cell, int block, int sequence, Object value) {
    }

    Blocks(Lab lab, AgentClock clock, Caller caller, KnownAnswers known, IntSupplier nextSequence) {
        this.lab = lab;
        this.clock = clock;
        this.caller = caller;
        this.known = known;
        this.nextSequence = nextSequence;
    }

    void run(JsonNode job) throws IOException, InterruptedException {
        for (var spec : job.get("cells")) {
            var cell = Cell.of(spec);
            cells.put(cell.name(), cell);
        }
        var jobStartMs = clock.nowMs();
        var startMs = jobStartMs;
        var blocks = job.get("blocks");
        for (var i = 0; i < blocks.size(); i++) {
            runBlock(blocks.get(i), job.get("timeoutMs").intValue());
            compareDrawn();
            var nowMs = clock.nowMs();
            var over = i == blocks.size() - 1 || nowMs - jobStartMs >= job.get("stopAfterMs").doubleValue();
            if (!over && !late && nowMs - startMs < job.get("postEveryMs").doubleValue()) {
                continue;
            }
            if (!post(over, nowMs - startMs) || over) {
                return;
            }
            startMs = clock.nowMs();
        }
    }

    private void runBlock(JsonNode block, int timeoutMs) {
        late = false;
        var number = block.get("block").intValue();
        var visits = block.get("visits");
        for (var v = 0; v < visits.size(); v++) {
            var visit = visits.get(v);
            var name = visit.get("cell").textValue();
            for (var i = 0; i < visit.get("exchanges").intValue() && !late && isKnown(name); i++) {
                var one = exchange(name, block, number, timeoutMs);
                if (one.isCall() && one.failure() == null && isDrawn(block, v, i)) {
                    drawn.add(new Drawn(name, number, one.sequence(), one.value()));
                }
                done.add(one.withoutValue());
            }
        }
        finished.add(number);
    }

    private static boolean isDrawn(JsonNode block, int visit, int nth) {
        for (var each : block.path("compare")) {
            if (each.get("visit").intValue() == visit && each.get("nth").intValue() == nth) {
                return true;
            }
        }
        return false;
    }

    private void compareDrawn() throws IOException, InterruptedException {
        for (var each : drawn) {
            var answer = new LinkedHashMap<String, Object>();
            answer.put("cell", each.cell());
            answer.put("block", each.block());
            answer.put("sequence", each.sequence());
            answer.put("difference", known.firstDifference(each.cell(), each.value()));
            compared.add(answer);
        }
        drawn = new ArrayList<>();
    }

    private boolean isKnown(String name) {
        return name.equals(EMPTY) || name.equals(EMPTY_COLD) ? !cells.isEmpty() : cells.containsKey(name);
    }

    private Done exchange(String name, JsonNode block, int number, int timeoutMs) {
        var isCall = cells.containsKey(name);
        var cold = isCall ? cells.get(name).cold() : name.equals(EMPTY_COLD);
        var sequence = nextSequence.getAsInt();
        var startMs = clock.nowMs();
        try {
            var one = isCall
                    ? caller.call(cells.get(name), timeoutMs)
                    : new Caller.Done(caller.empty(targetOf(block, cold), cold, timeoutMs), null);
            var marks = one.marks();
            return new Done(
                    name, number, sequence, cold, isCall, marks.callMs, marks.decodedMs, marks, one.value(), null);
        } catch (IOException | RuntimeException e) {
            late = Agent.isLate(e);
            return new Done(name, number, sequence, cold, isCall, startMs, clock.nowMs(), null, null, e);
        }
    }

    /** Where a cell of the same block with that connection goes, or any cell of it. */
    private Target targetOf(JsonNode block, boolean cold) {
        Cell any = null;
        for (var visit : block.get("visits")) {
            var cell = cells.get(visit.get("cell").textValue());
            if (cell != null && cell.cold() == cold) {
                return cell.target();
            }
            any = cell == null ? any : cell;
        }
        return (any == null ? cells.values().iterator().next() : any).target();
    }

    private boolean post(boolean over, double wallMs) throws IOException, InterruptedException {
        var message = new LinkedHashMap<String, Object>();
        message.put("samples", done.stream().map(Blocks::sample).toList());
        message.put("compared", compared);
        message.put("blocks", finished);
        message.put("voided", List.of());
        message.put("done", over);
        message.put("wallMs", wallMs);
        done = new ArrayList<>();
        compared = new ArrayList<>();
        finished = new ArrayList<>();
        caller.doubt();
        return lab.post("samples", message);
    }

    private static Map<String, Object> sample(Done done) {
        return done.failure() == null
                ? Samples.completed(
                        done.cell(), done.block(), done.sequence(), done.marks(), done.cold(), done.isCall())
                : Samples.failed(
                        done.cell(), done.block(), done.sequence(), done.startMs(), done.endMs(),
                        Agent.isLate(done.failure()), Agent.reason(done.failure()));
    }
}
