package wirefare.exchange;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirefare.data.Dataset;

/** The objects that are kept in memory. Nobody changes them: what is asked for is a fresh list of them. */
public final class Datasets {
    private final Map<Dataset<?>, List<?>> stored = new LinkedHashMap<>();
    private final Map<String, OwnData> own = new LinkedHashMap<>();
    private final int largestN;

    private Datasets(int largestN) {
        this.largestN = largestN;
    }

    public static Datasets generate(Settings settings) {
        var datasets = new Datasets(settings.largestN());
        settings.datasets().forEach(datasets::generate);
        return datasets;
    }

    /** With people's own data, for stacks that take them. */
    public Datasets withOwn(List<Path> folders) {
        folders.stream().map(OwnData::read).forEach(each -> own.put(each.name(), each));
        return this;
    }

    private void generate(Dataset<?> dataset) {
        stored.put(dataset, List.copyOf(dataset.first(largestN)));
    }

    public int largestN() {
        return largestN;
    }

    /** People's own by their names. */
    Map<String, OwnData> own() {
        return Collections.unmodifiableMap(own);
    }

    /** Of the generated ones. */
    public List<String> names() {
        return stored.keySet().stream().map(Dataset::name).toList();
    }

    public Dataset<?> named(String name) {
        return stored.keySet().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /** A fresh list of the first n stored objects, which may be sorted. */
    @SuppressWarnings("unchecked")
    public <T> List<T> first(Dataset<T> dataset, int n) {
        return new ArrayList<>((List<T>) stored.get(dataset).subList(0, n));
    }

    /** The first n as objects of their own, which are the caller's. */
    public <T> List<T> fresh(Dataset<T> dataset, int n) {
        var records = first(dataset, n);
        records.replaceAll(dataset.copy());
        return records;
    }

    public boolean has(Dataset<?> dataset) {
        return stored.containsKey(dataset);
    }
}
