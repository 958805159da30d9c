package wirefare.data.transit;

import java.util.List;

/**
 * A line of the network.
 *
 * @param number its place in the network, from 0
 */
record TransitLine(int number, String name, String type, List<Station> stops) {
    boolean serves(Station from, Station to) {
        return stops.contains(from) && stops.contains(to);
    }
}
