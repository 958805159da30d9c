package wirefare.data.transit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirefare.data.RefusedCallException;

/** What a client asks of the service when it starts. */
final class InitMethod {
    private static final String DATA_ID = "31.02.07";
    private static final String BUILD_TEXT = "Fahrplandaten für Stadt und Umland";
    private static final String BUILD_TEXT_ENGLISH = "Timetables of town and surroundings";

    private static final Map<String, String> PROPERTIES = properties(
            "operator", "Verkehrsverbund Unterelbe",
            "telephone", "+49 40 555 0194",
            "website", "https://fahrplan.example",
            "area", "Hamburg und Umland",
            "tariff", "Ringe A bis E",
            "currency", "EUR",
            "timeZone", "Europe/Berlin",
            "coordinates", "EPSG:4326",
            "maxVia", "8",
            "languages", "de, en",
            "realTime", "U-Bahn, S-Bahn",
            "notice", "Brückensperrung: Züge enden früher",
            "licence", "Nur für Auskünfte");

    private InitMethod() {
    }

    static InitResponse answer(InitRequest request) {
        Required.field("id", request.getId());
        Required.field("language", request.getLanguage());
        var response = new InitResponse();
        response.setReturnCode(TransitService.OK);
        response.setId(request.getId());
        response.setDataId(DATA_ID);
        // An empty list is as none: XML does not tell them apart.
        var keys = request.getKeys();
        if (keys != null && !keys.isEmpty()) {
            describe(response, request.getLanguage(), keys);
        }
        return response;
    }

    private static void describe(InitResponse response, String language, List<String> keys) {
        response.setBeginOfService("2011-06-12");
        response.setEndOfService("2011-12-10");
        response.setBuildDate("2011-06-09");
        response.setBuildTime("04:17:53");
        response.setBuildText(language.equals("de") ? BUILD_TEXT : BUILD_TEXT_ENGLISH);
        var properties = new ArrayList<Property>(keys.size());
        for (var key : keys) {
            if (key == null) {
                throw new RefusedCallException("keys has a null");
            }
            var property = new Property();
            property.setKey(key);
            property.setValue(PROPERTIES.getOrDefault(key, ""));
            properties.add(property);
        }
        response.setProperties(properties);
    }

    private static Map<String, String> properties(String... keysAndValues) {
        var properties = new HashMap<String, String>();
        for (var i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return Map.copyOf(properties);
    }
}
