package wirefare.servlets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.data.Dataset;
import wirefare.exchange.Datasets;
import wirefare.exchange.ExchangeQuery;
import wirefare.exchange.ExchangeWork;
import wirefare.exchange.Features;
import wirefare.exchange.Phases;

/** {@code GET /exchange}: computes and encodes; {@link CompressionFilter} compresses and sends. */
final class ExchangeServlet extends TargetServlet {
    private final transient Features features;
    private final transient Datasets datasets;
    private final transient ExchangeWork work;

    ExchangeServlet(Features features, Datasets datasets) {
        super("GET", "HEAD");
        this.features = features;
        this.datasets = datasets;
        this.work = new ExchangeWork(datasets);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = ExchangeQuery.parse(request.getQueryString(), features, datasets);
        var phases = new Phases();
        var body = encoded(query, query.dataset(), phases);
        phases.encoded();
        if (query.close()) {
            Answers.closeAfter(response);
        }
        CompressionFilter.compress(request, query.compression(), phases);
        response.setContentType(query.encoder().contentType());
        response.getOutputStream().write(body);
    }

    private <T> byte[] encoded(ExchangeQuery query, Dataset<T> dataset, Phases phases) {
        var codec = query.encoder();
        var records = work.computed(query, dataset, phases);
        return codec.encodeList(dataset, records);
    }
}
