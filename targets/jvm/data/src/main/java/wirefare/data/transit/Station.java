package wirefare.data.transit;

import java.util.ArrayList;
import java.util.List;

/**
 * A station of the network.
 *
 * @param number its place in the network, from 0
 * @param latitude in degrees, as the longitude is
 * @param lines their names, in the order of the network
 */
record Station(
        int number, String id, String name, String municipality, double latitude, double longitude,
        List<String> lines) {
    static final String TYPE = "STATION";

    Point toPoint(boolean withCoordinates, boolean withLines) {
        var point = new Point();
        point.setId(id);
        point.setName(name);
        point.setMunicipality(municipality);
        point.setType(TYPE);
        if (withCoordinates) {
            point.setLatitude(latitude);
            point.setLongitude(longitude);
        }
        if (withLines && !lines.isEmpty()) {
            point.setLines(new ArrayList<>(lines));
        }
        return point;
    }
}
