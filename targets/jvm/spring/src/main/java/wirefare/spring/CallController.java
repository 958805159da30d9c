package wirefare.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import wirefare.codecs.Codecs;
import wirefare.data.Book;
import wirefare.data.BooksRequest;
import wirefare.data.File;
import wirefare.data.FilesRequest;
import wirefare.data.Video;
import wirefare.data.VideosRequest;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.CheckNameResponse;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.GetRouteResponse;
import wirefare.data.transit.InitRequest;
import wirefare.data.transit.InitResponse;
import wirefare.exchange.CallBody;
import wirefare.exchange.CallFormats;
import wirefare.exchange.CallQuery;
import wirefare.exchange.CallWork;
import wirefare.exchange.Features;
import wirefare.exchange.Operations;

/** {@code POST /call/…}: JSON is read and written by Spring, other formats by their codecs. */
@RestController
@RequestMapping("/call")
class CallController {
    private final Features features;
    private final Operations operations;
    private final HttpServletRequest http;

    /** @param http Spring's stand-in for the request of the thread */
    CallController(Features features, Operations operations, HttpServletRequest http) {
        this.features = features;
        this.operations = operations;
        this.http = http;
    }

    @PostMapping(path = "/books", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<List<Book>> books(@RequestBody BooksRequest request) {
        return answer(operations::books, request);
    }

    @PostMapping(path = "/videos", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<List<Video>> videos(@RequestBody VideosRequest request) {
        return answer(operations::videos, request);
    }

    @PostMapping(path = "/files", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<List<File>> files(@RequestBody FilesRequest request) {
        return answer(operations::files, request);
    }

    @PostMapping(path = "/init", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<InitResponse> init(@RequestBody InitRequest request) {
        return answer(operations.transit()::init, request);
    }

    @PostMapping(path = "/checkname", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<CheckNameResponse> checkName(@RequestBody CheckNameRequest request) {
        return answer(operations.transit()::checkName, request);
    }

    @PostMapping(path = "/getroute", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<GetRouteResponse> getRoute(@RequestBody GetRouteRequest request) {
        return answer(operations.transit()::getRoute, request);
    }

    @PostMapping("/{name}")
    ResponseEntity<byte[]> call(@PathVariable String name) throws IOException {
        var operation = operations.named(name);
        var query = query(name);
        var codec = Codecs.of(query.format(), query.codec());
        var body = CallBody.read(http.getInputStream(), http.getContentLengthLong());
        var answer = CallWork.encoded(operation, codec, body, RequestPhases.current());
        return RequestPhases.answer(answer, codec, query.compression(), query.close());
    }

    private <Q, A> ResponseEntity<A> answer(Function<Q, A> method, Q request) {
        var query = query("");
        var phases = RequestPhases.current();
        phases.begin();
        var answer = method.apply(request);
        phases.computed();
        return RequestPhases.answer(answer, Codecs.of(query.format(), query.codec()), query.compression(), query.close());
    }

    private CallQuery query(String operation) {
        var format = CallFormats.formatOf(http.getContentType(), features.calls(), operation);
        return CallQuery.parse(http.getQueryString(), format, features);
    }
}
