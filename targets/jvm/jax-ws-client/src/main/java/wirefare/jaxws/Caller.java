package wirefare.jaxws;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries out exchanges over connections that are as their cells want them: what has to be opened or closed before is asked
 * for beforehand, untimed.
 */
final class Caller {
    private final AgentClock clock;
    private final Ports ports = new Ports();
    /** Target → whether a connection is open; others nobody knows of. */
    private final Map<Target, Boolean> open = new HashMap<>();
    private int serial;

    Caller(AgentClock clock) {
        this.clock = clock;
    }

    /** An exchange, and what the client ends with. */
    record Done(CallMarks marks, Object value) {
    }

    /**
     * The time is from before the request is encoded to after the answer's objects are there.
     *
     * @throws IOException where the target cannot be reached
     * @throws RuntimeException where it refuses, or its answer is none
     */
    Done call(Cell cell, int timeoutMs) throws IOException {
        reach(cell.target(), cell.cold(), timeoutMs);
        var done = carryOut(cell, new CallMarks(clock, timeoutMs, null));
        open.put(cell.target(), !cell.cold());
        return done;
    }

    /** The same from an answer that came before: encoding and decoding alone. */
    Done replay(Cell cell, HttpAnswer answer) {
        return carryOut(cell, new CallMarks(clock, 0, answer));
    }

    private Done carryOut(Cell cell, CallMarks marks) {
        var port = ports.to(cell.target());
        Ports.prepare(port, cell.url(), marks);
        marks.called();
        var value = cell.call().apply(port);
        marks.decoded();
        requireCount(value, cell.n());
        return new Done(marks, value);
    }

    /** The empty exchange of a block. */
    CallMarks empty(Target target, boolean cold, int timeoutMs) throws IOException {
        reach(target, cold, timeoutMs);
        var marks = get(target, cold, timeoutMs);
        open.put(target, !cold);
        return marks;
    }

    /** After a pause: a connection that was open may be closed now. */
    void doubt() {
        open.values().removeIf(isOpen -> isOpen);
    }

    private void reach(Target target, boolean cold, int timeoutMs) throws IOException {
        var isAsWanted = open.get(target) != null && open.get(target) != cold;
        if (!isAsWanted) {
            get(target, cold, timeoutMs);
        }
        // Until this exchange has succeeded.
        open.remove(target);
    }

    private CallMarks get(Target target, boolean cold, int timeoutMs) throws IOException {
        var url = target.at("/bytes?n=0" + (cold ? "&connection=close" : "") + "&serial=" + serial++);
        var marks = new CallMarks(clock, timeoutMs, null);
        marks.called();
        var answer = new HttpRequest(url, marks).get();
        if (answer.status() != 200) {
            throw new IOException("the target answered " + answer.status() + " to " + url);
        }
        marks.arrived(answer);
        return marks;
    }

    private static void requireCount(Object value, int n) {
        if (value instanceof List<?> list && list.size() != n) {
            throw new IllegalStateException(list.size() + " objects came, " + n + " were asked for");
        }
    }
}
