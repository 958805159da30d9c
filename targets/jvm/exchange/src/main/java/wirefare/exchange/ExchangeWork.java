package wirefare.exchange;

import java.util.List;
import wirefare.data.Computations;
import wirefare.data.Dataset;

/** The part of {@code GET /exchange} before encoding, which is the same in every stack. */
public final class ExchangeWork {
    private final Datasets datasets;

    public ExchangeWork(Datasets datasets) {
        this.datasets = datasets;
    }

    /**
     * A fresh list, which is not timed, and what is computed on it, which is. The next phase begins with the return.
     */
    public <T> List<T> computed(ExchangeQuery query, Dataset<T> dataset, Phases phases) {
        var records = datasets.first(dataset, query.n());
        phases.begin();
        if (!query.compute().equals(Computations.NONE)) {
            Computations.compute(query.compute(), dataset, records);
        }
        phases.computed();
        return records;
    }

    /** The same of people's own data: a fresh list, the document or a message, on which nothing is computed. */
    public static Object own(ExchangeQuery query, Phases phases) {
        var body = query.own().fresh(query.n(), query.message());
        phases.begin();
        phases.computed();
        return body;
    }
}
