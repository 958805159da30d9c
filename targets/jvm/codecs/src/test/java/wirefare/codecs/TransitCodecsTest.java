package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.GetRouteResponse;
import wirefare.data.transit.Point;
import wirefare.data.transit.TransitService;

/** The messages of the transit service, records within lists within records. */
class TransitCodecsTest {
    private final Codec json = new JacksonJson();

    static List<Codec> codecs() {
        return Codecs.all().stream()
                .filter(codec -> !List.of("protobuf", "xml-attributes").contains(codec.format()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void requestAndAnswerComeBackAsTheyWere(Codec codec) {
        var request = request();
        assertEquals(text(request), text(codec.decode(codec.encode(request), GetRouteRequest.class)));
        var answer = new TransitService().getRoute(request);
        assertTrue(answer.getRoutes().get(0).getParts().size() > 1);
        assertEquals(text(answer), text(codec.decode(codec.encode(answer), GetRouteResponse.class)));
    }

    @Test
    void wordsThatAreNoBooleansAreNotTakenForFalse() {
        var text = new String(Codecs.of("xml", "jaxb").encode(request()), StandardCharsets.UTF_8);
        var bytes = text.replace("<withStops>true", "<withStops>maybe").getBytes(StandardCharsets.UTF_8);
        for (var name : List.of("jaxb", "jackson-xml")) {
            var codec = Codecs.of("xml", name);
            assertThrows(MalformedException.class, () -> codec.decode(bytes, GetRouteRequest.class), name);
        }
    }

    private static GetRouteRequest request() {
        var request = new GetRouteRequest();
        request.setId("1");
        request.setLanguage("de");
        request.setStart(point("hh:10079"));
        request.setDestination(point("hh:10100"));
        request.setVia(new ArrayList<>(List.of(point("hh:10012"))));
        request.setDate("2011-06-27");
        request.setTime("09:41");
        request.setTimeIsDeparture(true);
        request.setWithCoordinates(true);
        request.setWithStops(true);
        return request;
    }

    private static Point point(String id) {
        var point = new Point();
        point.setId(id);
        point.setName("Straße <&> ");
        point.setType("STATION");
        point.setLatitude(53.5);
        return point;
    }

    private String text(Object value) {
        return new String(json.encode(value), StandardCharsets.UTF_8);
    }
}
