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
    private final IntSupplier nextSequence;
    private final Map<String, Cell> cells = new HashMap<>();
    private List<Done> done = new ArrayList<>();
    private List<Integer> finished = new ArrayList<>();
    private boolean late;

    /** An exchange that was made; samples are made of them when they are posted. */
    private record Done(
            String cell, int block, int sequence, boolean cold, boolean isCall, double startMs, double endMs,
            CallMarks marks, Exception failure) {
    }

    Blocks(Lab lab, AgentClock clock, Caller caller, IntSupplier nextSequence) {
        this.lab = lab;
        this.clock = clock;
        this.caller = caller;
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
        for (var visit : block.get("visits")) {
            var name = visit.get("cell").textValue();
            for (var i = 0; i < visit.get("exchanges").intValue() && !late && isKnown(name); i++) {
                done.add(exchange(name, block, number, timeoutMs));
            }
        }
        finished.add(number);
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
            var marks = isCall
                    ? caller.call(cells.get(name), timeoutMs).marks()
                    : caller.empty(targetOf(block, cold), cold, timeoutMs);
            return new Done(name, number, sequence, cold, isCall, marks.callMs, marks.decodedMs, marks, null);
        } catch (IOException | RuntimeException e) {
            late = Agent.isLate(e);
            return new Done(name, number, sequence, cold, isCall, startMs, clock.nowMs(), null, e);
        }
    }

    /** Where a cell of the same block with that connection goes, or any cell of it. */
    private String targetOf(JsonNode block, boolean cold) {
        Cell any = null;
        for (var visit : block.get("visits")) {
            var cell = cells.get(visit.get("cell").textValue());
            if (cell != null && cell.cold() == cold) {
                return cell.targetUrl();
            }
            any = cell == null ? any : cell;
        }
        return (any == null ? cells.values().iterator().next() : any).targetUrl();
    }

    private boolean post(boolean over, double wallMs) throws IOException, InterruptedException {
        var message = new LinkedHashMap<String, Object>();
        message.put("samples", done.stream().map(Blocks::sample).toList());
        message.put("blocks", finished);
        message.put("voided", List.of());
        message.put("done", over);
        message.put("wallMs", wallMs);
        done = new ArrayList<>();
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
