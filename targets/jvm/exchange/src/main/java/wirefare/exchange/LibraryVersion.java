package wirefare.exchange;

import java.util.Objects;
import java.util.stream.Stream;

/** The version of a library by the manifest of its jar, else by the jar's name. */
final class LibraryVersion {
    private LibraryVersion() {
    }

    static String of(Class<?> type) {
        var stated = type.getPackage().getImplementationVersion();
        return Stream.of(stated, jar(type)).filter(Objects::nonNull).findFirst().orElse("unknown");
    }

    /** {@code com.fasterxml.jackson.databind.ObjectMapper in jackson-databind-2.21.4.jar}. */
    static String classAndJar(Class<?> type) {
        var jar = jar(type);
        return type.getName() + " in " + (jar == null ? type.getModule().getName() : jar);
    }

    /** {@code jaxb-impl-4.0.9.jar}; null of classes that came from none. */
    static String jar(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return null;
        }
        var path = source.getLocation().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
