package wirefare.codecs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All codecs, format by format, the default of each first. A new one is a class and a line here. */
public final class Codecs {
    private static final List<Codec> ALL = List.of(
            new JacksonJson(),
            new JaxbXml(),
            JacksonXml.elements(),
            JacksonXml.attributes(),
            new ProtobufJava(),
            new FastInfoset(),
            new JavaSerialization());

    private Codecs() {
    }

    public static List<Codec> all() {
        return ALL;
    }

    /** Format → names of its encoders, as /about lists them. */
    public static Map<String, List<String>> formats() {
        var formats = new LinkedHashMap<String, List<String>>();
        for (var codec : ALL) {
            formats.merge(codec.format(), List.of(codec.name()), Codecs::joined);
        }
        return formats;
    }

    /** @throws IllegalArgumentException where there is none: check the query against {@link #formats()} before */
    public static Codec of(String format, String name) {
        return ALL.stream()
                .filter(codec -> codec.format().equals(format) && codec.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no codec " + name + " of " + format));
    }

    private static List<String> joined(List<String> names, List<String> more) {
        return Stream.concat(names.stream(), more.stream()).toList();
    }
}
