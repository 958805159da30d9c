package wirefare.dropwizard;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import wirefare.data.Dataset;
import wirefare.exchange.Datasets;
import wirefare.exchange.ExchangeQuery;
import wirefare.exchange.ExchangeWork;
import wirefare.exchange.Features;
import wirefare.exchange.Phases;

/** {@code GET /exchange}: the computation is done here, encoding and compression where the answer is written. */
@Path("/exchange")
public final class ExchangeResource {
    private final Datasets datasets;
    private final Features features;
    private final ExchangeWork work;

    ExchangeResource(Datasets datasets, Features features) {
        this.datasets = datasets;
        this.features = features;
        work = new ExchangeWork(datasets);
    }

    @GET
    public Response exchange(@Context UriInfo uri, @Context ContainerRequestContext request) {
        var query = ExchangeQuery.parse(uri.getRequestUri().getRawQuery(), features, datasets);
        return answer(query, query.dataset(), request);
    }

    private <T> Response answer(ExchangeQuery query, Dataset<T> dataset, ContainerRequestContext request) {
        var phases = new Phases();
        var records = work.computed(query, dataset, phases);
        new Delivery(phases, query.compression()).passOn(request);
        return Connections.kept(Entities.of(query.encoder(), dataset, records), query.close()).build();
    }
}
