package wirefare.data.transit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The made-up stations and lines that the service knows. */
record Network(List<Station> stations, List<TransitLine> lines) {
    /** By the id, where there is one, else by the whole name, in capital or small letters. */
    Optional<Station> stationOf(Point point) {
        if (point.getId() != null) {
            return stations.stream().filter(station -> station.id().equals(point.getId())).findFirst();
        }
        var asked = lowerCase(point.getName());
        return stations.stream().filter(station -> lowerCase(station.name()).equals(asked)).findFirst();
    }

    static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
