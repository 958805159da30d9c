package wirefare.dropwizard;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.function.Function;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.FilesRequest;
import wirefare.data.VideosRequest;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.InitRequest;
import wirefare.exchange.Operations;
import wirefare.exchange.Phases;
import wirefare.exchange.Refusal;

/** {@code POST /call/…}: the request is decoded on its way in, done here, and encoded on its way out. */
@Path("/call")
@Consumes({MediaType.APPLICATION_JSON, CallResource.XML, CallResource.FAST_INFOSET, CallResource.SERIALIZED})
@Called
public final class CallResource {
    static final String XML = MediaType.APPLICATION_XML;
    static final String FAST_INFOSET = "application/fastinfoset";
    static final String SERIALIZED = "application/x-java-serialized-object";

    private final Operations operations;

    CallResource(Operations operations) {
        this.operations = operations;
    }

    @POST
    @Path("/books")
    public Response books(BooksRequest request, @Context ContainerRequestContext context) {
        return list(Dataset.BOOK, operations::books, request, context);
    }

    @POST
    @Path("/videos")
    public Response videos(VideosRequest request, @Context ContainerRequestContext context) {
        return list(Dataset.VIDEO, operations::videos, request, context);
    }

    @POST
    @Path("/files")
    public Response files(FilesRequest request, @Context ContainerRequestContext context) {
        return list(Dataset.FILE, operations::files, request, context);
    }

    @POST
    @Path("/init")
    public Response init(InitRequest request, @Context ContainerRequestContext context) {
        return record(operations.transit()::init, request, context);
    }

    @POST
    @Path("/checkname")
    public Response checkName(CheckNameRequest request, @Context ContainerRequestContext context) {
        return record(operations.transit()::checkName, request, context);
    }

    @POST
    @Path("/getroute")
    public Response getRoute(GetRouteRequest request, @Context ContainerRequestContext context) {
        return record(operations.transit()::getRoute, request, context);
    }

    private static <Q, T> Response list(
            Dataset<T> dataset, Function<Q, List<T>> method, Q request, ContainerRequestContext context) {
        return answer(method, request, context, (codec, list) -> Entities.of(codec, dataset, list));
    }

    private static <Q, A> Response record(Function<Q, A> method, Q request, ContainerRequestContext context) {
        return answer(method, request, context, Entities::of);
    }

    private static <Q, A> Response answer(
            Function<Q, A> method, Q request, ContainerRequestContext context, Entities.Maker<A> maker) {
        if (request == null) {
            throw Refusal.badBody("the body holds no request");
        }
        Phases phases = DecodeInterceptor.phasesOf(context);
        phases.begin();
        var answer = method.apply(request);
        phases.computed();
        var query = CallFilter.queryOf(context);
        new Delivery(phases, query.compression()).passOn(context);
        Codec codec = Codecs.of(query.format(), query.codec());
        return Connections.kept(maker.entity(codec, answer), query.close()).build();
    }
}
