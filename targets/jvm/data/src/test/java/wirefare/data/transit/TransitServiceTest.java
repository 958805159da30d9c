package wirefare.data.transit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.xml.bind.JAXBContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirefare.data.RefusedCallException;

/** The service is held to the answers that the lab's own gives: requests and answers stand in one file for both. */
class TransitServiceTest {
    private static final Path EXCHANGED =
            Path.of("..", "..", "..", "src", "data", "transit", "testdata", "transit-calls.json");
    private static final Map<String, Class<?>> REQUESTS = Map.of(
            "init", InitRequest.class, "checkname", CheckNameRequest.class, "getroute", GetRouteRequest.class);

    private final ObjectMapper json = new ObjectMapper();
    private final TransitService service = new TransitService();

    @Test
    void answersAreThoseOfTheLabToTheLastCharacter() throws Exception {
        for (var exchanged : json.readTree(EXCHANGED.toFile())) {
            var answer = answer(requestOf(exchanged));
            assertEquals(exchanged.get("answer").toString(), json.writeValueAsString(answer));
        }
    }

    @Test
    void requestsAndAnswersComeBackFromXmlAndFromSerialization() throws Exception {
        for (var exchanged : json.readTree(EXCHANGED.toFile())) {
            var request = requestOf(exchanged);
            for (var bean : List.of(request, answer(request))) {
                var written = json.writeValueAsString(bean);
                assertEquals(written, json.writeValueAsString(throughXml(bean)));
                assertEquals(written, json.writeValueAsString(throughSerialization(bean)));
            }
        }
    }

    @Test
    void xmlIsThatOfTheLabs() throws Exception {
        var request = new InitRequest();
        request.setId("1");
        request.setLanguage("de");
        request.setKeys(List.of("area", "moon"));
        assertTrue(xml(request).endsWith("<initRequest><id>1</id><language>de</language>"
                + "<keys>area</keys><keys>moon</keys></initRequest>"));
        assertTrue(xml(service.init(request)).endsWith("<properties><key>area</key><value>Hamburg und Umland</value>"
                + "</properties><properties><key>moon</key><value></value></properties></initResponse>"));
    }

    @Test
    void whatIsMissingOrOutOfRangeIsRefused() throws Exception {
        var exchanged = json.readTree(EXCHANGED.toFile());
        for (var dataset : List.of("transit-init-simple", "transit-checkname-simple", "transit-getroute-simple")) {
            var call = exchanged.get(dataset);
            for (var names = call.get("request").fieldNames(); names.hasNext();) {
                var without = call.deepCopy();
                ((ObjectNode) without.get("request")).remove(names.next());
                var request = requestOf(without);
                assertThrows(RefusedCallException.class, () -> answer(request), without.toString());
            }
        }
        var request = (CheckNameRequest) requestOf(exchanged.get("transit-checkname-simple"));
        request.setMaxPoints(101);
        assertThrows(RefusedCallException.class, () -> service.checkName(request));
        var route = (GetRouteRequest) requestOf(exchanged.get("transit-getroute-simple"));
        route.setTime("24:00");
        assertThrows(RefusedCallException.class, () -> service.getRoute(route));
    }

    private Object requestOf(JsonNode exchanged) throws Exception {
        return json.treeToValue(exchanged.get("request"), REQUESTS.get(exchanged.get("operation").asText()));
    }

    private Object answer(Object request) {
        if (request instanceof InitRequest init) {
            return service.init(init);
        }
        return request instanceof CheckNameRequest checkName
                ? service.checkName(checkName)
                : service.getRoute((GetRouteRequest) request);
    }

    private static String xml(Object bean) throws Exception {
        var text = new StringWriter();
        JAXBContext.newInstance(bean.getClass()).createMarshaller().marshal(bean, text);
        return text.toString();
    }

    private static Object throughXml(Object bean) throws Exception {
        var unmarshaller = JAXBContext.newInstance(bean.getClass()).createUnmarshaller();
        return unmarshaller.unmarshal(new StringReader(xml(bean)));
    }

    private static Object throughSerialization(Object bean) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(bean);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
