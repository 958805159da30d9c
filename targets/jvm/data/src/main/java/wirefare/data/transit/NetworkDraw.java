package wirefare.data.transit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws the network of targets/DATA.md. The order of the draws is the data: it must not change. */
final class NetworkDraw {
    private static final long SEED = 20110627;
    private static final int STATIONS = 144;

    private static final String[] BEGINNINGS = {
        "Alten", "Barm", "Berg", "Blanken", "Borg", "Bram", "Dulen", "Eidel", "Eppen", "Fuhls", "Groß", "Grün", "Hagen",
        "Hammer", "Horn", "Hummels", "Klein", "Langen", "Lohe", "Lübe", "Mühlen", "Neu", "Nien", "Ochsen", "Öjen",
        "Rahl", "Schnel", "Sten", "Süder", "Uhlen", "Volks", "Wands",
    };
    private static final String[] ENDINGS = {
        "beck", "bek", "berg", "brook", "brücke", "bürg", "büttel", "dorf", "feld", "fleet", "hafen", "horst", "hude",
        "kamp", "moor", "mühle", "ort", "see", "stedt", "stieg", "tor", "werder", "wiek", "wisch",
    };
    private static final String[] ADDITIONS = {"", "", "", "", " Markt", " Mitte", " Straße", " Süd"};

    private static final Municipality HAMBURG = new Municipality("Hamburg", 5_355_000, 999_000);
    private static final Municipality[] MUNICIPALITIES = {
        HAMBURG, HAMBURG, HAMBURG, HAMBURG,
        new Municipality("Ahrensburg", 5_367_500, 1_023_500), new Municipality("Glinde", 5_354_000, 1_021_000),
        new Municipality("Norderstedt", 5_370_000, 1_001_000), new Municipality("Pinneberg", 5_365_500, 979_500),
    };

    private static final List<LinesOfType> LINES = List.of(
            new LinesOfType("U-Bahn", List.of("U1", "U2", "U3", "U4")),
            new LinesOfType("S-Bahn", List.of("S1", "S11", "S2", "S21", "S3", "S31")),
            new LinesOfType("Regionalbahn", List.of("RB61", "RB81")),
            new LinesOfType("Schnellbus", List.of("31", "34", "36", "37")));

    /** Coordinates of its middle, in units of 0.00001°. */
    private record Municipality(String name, int latitude, int longitude) {
    }

    private record LinesOfType(String type, List<String> names) {
    }

    private final Random random = new Random(SEED);
    private final List<Station> stations = new ArrayList<>();
    private final List<TransitLine> lines = new ArrayList<>();

    private NetworkDraw() {
    }

    static Network network() {
        var draw = new NetworkDraw();
        draw.drawStations();
        draw.drawLines();
        return new Network(List.copyOf(draw.stations), List.copyOf(draw.lines));
    }

    private void drawStations() {
        var names = new HashSet<String>();
        for (var number = 0; number < STATIONS; number++) {
            var name = name(names);
            names.add(name);
            var municipality = oneOf(MUNICIPALITIES);
            var latitude = near(municipality.latitude());
            var longitude = near(municipality.longitude());
            var id = "hh:" + (10_001 + number);
            stations.add(
                    new Station(number, id, name, municipality.name(), latitude, longitude, new ArrayList<>()));
        }
    }

    private void drawLines() {
        for (var ofType : LINES) {
            for (var name : ofType.names()) {
                var stops = stops(lines.size());
                stops.forEach(stop -> stop.lines().add(name));
                lines.add(new TransitLine(lines.size(), name, ofType.type(), stops));
            }
        }
    }

    private String name(Set<String> taken) {
        String name;
        do {
            name = oneOf(BEGINNINGS) + oneOf(ENDINGS) + oneOf(ADDITIONS);
        } while (taken.contains(name));
        return name;
    }

    /** In degrees; a whole number is divided, so that every language has the same double. */
    private double near(int middle) {
        return (middle + random.nextInt(6_001) - 3_000) / 100_000.0;
    }

    private List<Station> stops(int line) {
        var count = 12 + random.nextInt(9);
        var numbers = new LinkedHashSet<Integer>();
        while (numbers.size() < count) {
            numbers.add(random.nextInt(STATIONS));
        }
        Comparator<Station> along =
                Comparator.comparingDouble(line % 2 == 0 ? Station::longitude : Station::latitude);
        return numbers.stream().map(stations::get).sorted(along.thenComparingInt(Station::number)).toList();
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
