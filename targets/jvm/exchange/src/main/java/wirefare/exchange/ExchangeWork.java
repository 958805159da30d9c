package wirefare.exchange;

import java.util.List;
import wirefare.data.Computations;
import wirefare.data.Dataset;

/**
 * The work of {@code GET /exchange}, for stacks that have no writers of their own: compute, encode wholly, compress
 * wholly. A stack that encodes by itself takes {@link #computed} alone and marks the other phases where they happen.
 */
public final class ExchangeWork {
    private final Datasets datasets;

    public ExchangeWork(Datasets datasets) {
        this.datasets = datasets;
    }

    public Answer run(ExchangeQuery query) {
        return run(query, query.dataset());
    }

    private <T> Answer run(ExchangeQuery query, Dataset<T> dataset) {
        var phases = new Phases();
        var records = computed(query, dataset, phases);
        var codec = query.encoder();
        var body = codec.encodeList(dataset, records);
        phases.encoded();
        var compression = query.compression();
        var compressed = compression.compress(body);
        phases.compressed();
        return new Answer(
                compressed,
                compression.contentType(codec.contentType()),
                compression.contentEncoding(),
                phases.serverTiming(),
                query.close());
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
}
