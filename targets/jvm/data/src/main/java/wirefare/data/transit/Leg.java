package wirefare.data.transit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The way from one station to another: by the first line that serves both, in whichever direction; where there is none,
 * by a bus on call that does not stop between them.
 *
 * @param stops both ends too
 */
record Leg(String line, String type, String direction, List<LegStop> stops) {
    private static final int PLATFORMS = 4;
    private static final String ON_CALL = "Rufbus";

    /** @param minutes since the first stop */
    record LegStop(Station station, int minutes, String platform) {
    }

    int minutes() {
        return stops.get(stops.size() - 1).minutes();
    }

    static Leg between(Network network, Station from, Station to) {
        return network.lines().stream()
                .filter(line -> line.serves(from, to))
                .findFirst()
                .map(line -> byLine(line, from, to))
                .orElseGet(() -> onCall(from, to));
    }

    private static Leg byLine(TransitLine line, Station from, Station to) {
        var way = new ArrayList<>(line.stops());
        if (way.indexOf(from) > way.indexOf(to)) {
            Collections.reverse(way);
        }
        var direction = way.get(way.size() - 1).name();
        var stops = new ArrayList<LegStop>();
        var minutes = 0;
        Station before = null;
        for (var station : way.subList(way.indexOf(from), way.indexOf(to) + 1)) {
            minutes += before == null ? 0 : 1 + (before.number() + station.number()) % 3;
            stops.add(stopAt(station, minutes, line.number()));
            before = station;
        }
        // A way from a station to itself has two ends as any other.
        if (stops.size() == 1) {
            stops.add(stops.get(0));
        }
        return new Leg(line.name(), line.type(), direction, stops);
    }

    private static Leg onCall(Station from, Station to) {
        var minutes = 10 + (from.number() + to.number()) % 30;
        return new Leg(ON_CALL, ON_CALL, to.name(), List.of(stopAt(from, 0, 0), stopAt(to, minutes, 0)));
    }

    private static LegStop stopAt(Station station, int minutes, int line) {
        return new LegStop(station, minutes, String.valueOf(1 + (station.number() + line) % PLATFORMS));
    }
}
