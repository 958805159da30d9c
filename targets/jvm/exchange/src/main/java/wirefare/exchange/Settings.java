package wirefare.exchange;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import wirefare.data.Dataset;

/**
 * The settings of a target as the contract passes them: environment variables, checked all at once.
 *
 * @param port 0 for any free one
 * @param largestN how many objects of each dataset are to be in memory before the ready line
 * @param datasets those that will be asked for
 * @param payloads folders of people's own data, for those that take them
 * @param gate who may read them
 * @param tls null where it is to speak plain HTTP alone
 */
public record Settings(
        String host, int port, int largestN, List<Dataset<?>> datasets, List<Path> payloads, Gate gate, Tls tls) {
    private static final int LARGEST_N_MAX = 1_000_000;

    /** The environment stays as it is. */
    private static final class OfProcess {
        static final Settings SETTINGS = fromEnvironment();
    }

    /** Those of this process, read once: for what requests are held to. */
    public static Settings ofProcess() {
        return OfProcess.SETTINGS;
    }

    /** Ends the process with exit code 2 and all that is wrong on stderr where something is. */
    public static Settings fromEnvironment() {
        try {
            return read(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            throw e;
        }
    }

    static Settings read(Map<String, String> environment) {
        var problems = new ArrayList<String>();
        var stated = environment.getOrDefault("WIREFARE_HOST", "");
        var host = stated.isEmpty() ? "127.0.0.1" : stated;
        var settings = new Settings(
                host,
                whole(environment, "WIREFARE_PORT", 0, 0, 65_535, problems),
                whole(environment, "WIREFARE_LARGEST_N", 10_000, 1, LARGEST_N_MAX, problems),
                datasets(environment.get("WIREFARE_DATASETS")),
                folders(environment.getOrDefault("WIREFARE_PAYLOADS", "")),
                Gate.read(environment, host, problems),
                Tls.read(environment, problems));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("environment: " + String.join("\nenvironment: ", problems));
        }
        return settings;
    }

    /** The first n of these are served; asked for by nobody, a dataset takes no memory. */
    private static List<Dataset<?>> datasets(String text) {
        if (text == null) {
            return Dataset.ALL;
        }
        var names = Arrays.stream(text.split(",")).filter(name -> !name.isEmpty()).toList();
        // Other targets generate datasets that this one does not have: that is for queries to refuse, not for the start.
        return Dataset.ALL.stream().filter(dataset -> names.contains(dataset.name())).toList();
    }

    private static List<Path> folders(String joined) {
        return Arrays.stream(joined.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList();
    }

    private static int whole(
            Map<String, String> environment, String name, int absent, int least, int most, List<String> problems) {
        var text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return absent;
        }
        var value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            problems.add("%s is \"%s\", not a whole number from %d to %d".formatted(name, text, least, most));
        }
        return value;
    }
}
