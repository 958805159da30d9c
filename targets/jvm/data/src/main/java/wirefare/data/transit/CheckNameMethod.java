package wirefare.data.transit;

import java.util.ArrayList;
import wirefare.data.RefusedCallException;

/** Which stations a traveller may mean: those whose names begin with what is asked for. */
final class CheckNameMethod {
    private static final int MOST_POINTS = 100;

    private CheckNameMethod() {
    }

    static CheckNameResponse answer(Network network, CheckNameRequest request) {
        var maxPoints = checked(request);
        var withCoordinates = Boolean.TRUE.equals(request.getWithCoordinates());
        var withLines = Boolean.TRUE.equals(request.getWithLines());
        var points = new ArrayList<Point>();
        var found = 0;
        for (var station : network.stations()) {
            if (isMeant(station, request)) {
                found++;
                if (found <= maxPoints) {
                    points.add(station.toPoint(withCoordinates, withLines));
                }
            }
        }
        var response = new CheckNameResponse();
        response.setReturnCode(found == 0 ? "NOT_FOUND" : found > maxPoints ? "TOO_MANY" : TransitService.OK);
        response.setId(request.getId());
        response.setPoints(points);
        return response;
    }

    private static int checked(CheckNameRequest request) {
        Required.field("id", request.getId());
        Required.field("language", request.getLanguage());
        Required.point("point", request.getPoint());
        Required.field("types", request.getTypes());
        int maxPoints = Required.field("maxPoints", request.getMaxPoints());
        if (maxPoints < 1 || maxPoints > MOST_POINTS) {
            throw new RefusedCallException("maxPoints is " + maxPoints + "; it may be 1 to " + MOST_POINTS);
        }
        return maxPoints;
    }

    private static boolean isMeant(Station station, CheckNameRequest request) {
        var point = request.getPoint();
        var municipality = point.getMunicipality();
        return request.getTypes().contains(Station.TYPE)
                && Network.lowerCase(station.name()).startsWith(Network.lowerCase(point.getName()))
                && (municipality == null || municipality.equals(station.municipality()));
    }
}
