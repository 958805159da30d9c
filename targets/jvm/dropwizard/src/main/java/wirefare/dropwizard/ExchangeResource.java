package wirefare.dropwizard;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
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
        var phases = new Phases();
        var entity = query.own() == null
                ? records(query, query.dataset(), phases)
                : Entities.of(query.encoder(), ExchangeWork.own(query, phases));
        new Delivery(phases, query.compression()).passOn(request);
        return Connections.kept(entity, query.close()).build();
    }

    private <T> ResponseBuilder records(ExchangeQuery query, Dataset<T> dataset, Phases phases) {
        return Entities.of(query.encoder(), dataset, work.computed(query, dataset, phases));
    }
}
