package wirefare.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import wirefare.codecs.Codecs;

/** The answer to {@code GET /about}: what the target is, what it runs on, what it can. */
public final class About {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String VERSION = "0.1.0";
    private static final long MEBIBYTE = 1 << 20;

    private final Map<String, Object> about = new LinkedHashMap<>();

    /**
     * @param name of the target, as its folder
     * @param libraries of the stack, name → a class of its jar, for the versions; {@code json/jackson} where it
     *     writes a format by a library of its own
     */
    public About(String name, Features features, Map<String, Class<?>> libraries) {
        about.put("contract", 2);
        about.put("name", name);
        about.put("version", VERSION);
        about.put("versions", versions(features, libraries));
        about.put("features", features);
    }

    /** @param acceptEncoding that header of this very request as it came; null without */
    public byte[] json(String acceptEncoding) {
        var answer = new LinkedHashMap<>(about);
        answer.put("request", Map.of("acceptEncoding", acceptEncoding == null ? "" : acceptEncoding));
        try {
            return MAPPER.writeValueAsBytes(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> versions(Features features, Map<String, Class<?>> libraries) {
        var versions = new LinkedHashMap<String, String>();
        versions.put("java", System.getProperty("java.runtime.version"));
        versions.put("vm", System.getProperty("java.vm.name"));
        versions.put("heapMaxMiB", Long.toString(Runtime.getRuntime().maxMemory() / MEBIBYTE));
        versions.put("collectors", collectors());
        libraries.forEach((name, type) -> versions.put(name, LibraryVersion.of(type)));
        // A server may bring another library for a format than the one that was built with: what runs is what counts.
        for (var codec : Codecs.all()) {
            if (features.formats().getOrDefault(codec.format(), List.of()).contains(codec.name())) {
                var name = codec.format() + "/" + codec.name();
                versions.put(name, LibraryVersion.classAndJar(libraries.getOrDefault(name, codec.library())));
            }
        }
        return versions;
    }

    private static String collectors() {
        List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
        return beans.stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", "));
    }
}
