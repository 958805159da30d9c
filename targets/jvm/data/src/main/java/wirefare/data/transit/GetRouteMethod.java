package wirefare.data.transit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import wirefare.data.RefusedCallException;

/** A route from a station to another, by way of those that the request names: a part from each to the next. */
final class GetRouteMethod {
    private static final int CHANGE_MINUTES = 4;
    private static final int MOST_VIA = 8;
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])");

    private GetRouteMethod() {
    }

    static GetRouteResponse answer(Network network, GetRouteRequest request) {
        var time = checked(request);
        var response = new GetRouteResponse();
        response.setId(request.getId());
        var stations = pointsOf(request).stream().map(network::stationOf).toList();
        if (stations.stream().anyMatch(Optional::isEmpty)) {
            response.setReturnCode("NOT_FOUND");
            return response;
        }
        response.setReturnCode(TransitService.OK);
        response.getRoutes().add(route(network, request, stations.stream().map(Optional::get).toList(), time));
        return response;
    }

    /** The time asked for, in minutes since midnight. */
    private static int checked(GetRouteRequest request) {
        Required.field("id", request.getId());
        Required.field("language", request.getLanguage());
        Required.point("start", request.getStart());
        Required.point("destination", request.getDestination());
        Required.field("timeIsDeparture", request.getTimeIsDeparture());
        var date = Required.field("date", request.getDate());
        if (!DATE.matcher(date).matches()) {
            throw new RefusedCallException("date is \"" + date + "\"; it is written 2011-06-27");
        }
        var via = viaOf(request);
        if (via.size() > MOST_VIA) {
            throw new RefusedCallException("via has " + via.size() + " points; it may have " + MOST_VIA);
        }
        via.forEach(point -> Required.point("via", point));
        return ClockTime.minutesIn(Required.field("time", request.getTime()));
    }

    private static List<Point> viaOf(GetRouteRequest request) {
        return request.getVia() == null ? List.of() : request.getVia();
    }

    private static List<Point> pointsOf(GetRouteRequest request) {
        var points = new ArrayList<Point>();
        points.add(request.getStart());
        points.addAll(viaOf(request));
        points.add(request.getDestination());
        return points;
    }

    private static Route route(Network network, GetRouteRequest request, List<Station> stations, int time) {
        var legs = new ArrayList<Leg>();
        for (var i = 1; i < stations.size(); i++) {
            legs.add(Leg.between(network, stations.get(i - 1), stations.get(i)));
        }
        var minutes = legs.stream().mapToInt(Leg::minutes).sum() + (legs.size() - 1) * CHANGE_MINUTES;
        var departure = request.getTimeIsDeparture() ? time : time - minutes;
        var parts = new ArrayList<RoutePart>();
        var begins = departure;
        for (var leg : legs) {
            parts.add(part(leg, begins, request));
            begins += leg.minutes() + CHANGE_MINUTES;
        }
        var route = new Route();
        route.setDate(request.getDate());
        route.setDeparture(ClockTime.text(departure));
        route.setArrival(ClockTime.text(departure + minutes));
        route.setMinutes(minutes);
        route.setParts(parts);
        return route;
    }

    private static RoutePart part(Leg leg, int begins, GetRouteRequest request) {
        var withStops = Boolean.TRUE.equals(request.getWithStops());
        var last = leg.stops().size() - 1;
        var stops = new ArrayList<Stop>();
        for (var i = 0; i <= last; i++) {
            var at = leg.stops().get(i);
            var time = ClockTime.text(begins + at.minutes());
            var stop = new Stop();
            stop.setPoint(at.station().toPoint(Boolean.TRUE.equals(request.getWithCoordinates()), false));
            stop.setArrival(i == 0 ? null : time);
            stop.setDeparture(i == last ? null : time);
            stop.setPlatform(withStops ? at.platform() : null);
            stops.add(stop);
        }
        var part = new RoutePart();
        part.setLine(line(leg));
        part.setFrom(stops.get(0));
        part.setTo(stops.get(last));
        part.setStops(withStops && last > 1 ? new ArrayList<>(stops.subList(1, last)) : null);
        return part;
    }

    private static Line line(Leg leg) {
        var line = new Line();
        line.setName(leg.line());
        line.setType(leg.type());
        line.setDirection(leg.direction());
        return line;
    }
}
