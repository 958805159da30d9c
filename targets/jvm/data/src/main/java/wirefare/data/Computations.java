package wirefare.data;

import java.util.List;

/** What is done on the server before encoding: sorts, as opijac-2017 and its successors defined them. */
public final class Computations {
    public static final String NONE = "none";

    private static final List<String> SORTS = List.of(NONE, "cm1", "cm2", "cm3", "cm4", "cm5");

    private Computations() {
    }

    /** All that there are, whatever the dataset. */
    public static List<String> names() {
        return SORTS;
    }

    /** Nobody has published an order for files: they are sent as they are. */
    public static List<String> namesFor(Dataset<?> dataset) {
        return dataset.orders().isEmpty() ? List.of(NONE) : SORTS;
    }

    /** Sorts the list in place; its objects stay as they are. */
    public static <T> void compute(String name, Dataset<T> dataset, List<T> records) {
        switch (name) {
            case NONE -> { }
            case "cm1" -> records.sort(dataset.orders().values().iterator().next());
            case "cm2" -> sortByEach(dataset, records, 1);
            case "cm3" -> sortByEach(dataset, records, 10);
            case "cm4" -> sortByEach(dataset, records, 100);
            case "cm5" -> sortByEach(dataset, records, 1_000);
            default -> throw new IllegalArgumentException("no computation " + name);
        }
    }

    private static <T> void sortByEach(Dataset<T> dataset, List<T> records, int times) {
        for (var i = 0; i < times; i++) {
            dataset.orders().values().forEach(records::sort);
        }
    }
}
