package wirefare.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import wirefare.data.Dataset;
import wirefare.exchange.About;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.BytesQuery;
import wirefare.exchange.Datasets;
import wirefare.exchange.ExchangeQuery;
import wirefare.exchange.ExchangeWork;
import wirefare.exchange.Features;
import wirefare.exchange.Phases;
import wirefare.exchange.RandomBytes;
import wirefare.servlets.Answers;

/** What is asked for by GET. JSON is Spring's own to write, the rest is written by the codec asked for. */
@RestController
class ExchangeController {
    private final RandomBytes random = new RandomBytes();
    private final About about;
    private final Features features;
    private final Datasets datasets;
    private final ExchangeWork work;

    ExchangeController(About about, Features features, Datasets datasets) {
        this.about = about;
        this.features = features;
        this.datasets = datasets;
        work = new ExchangeWork(datasets);
    }

    @GetMapping("/about")
    ResponseEntity<byte[]> about(@RequestHeader(name = "Accept-Encoding", required = false) String acceptEncoding) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(about.json(acceptEncoding));
    }

    @GetMapping("/bytes")
    void bytes(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = BytesQuery.parse(request.getQueryString());
        response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        response.setContentLength(query.n());
        response.setHeader(AnswerHeaders.SERVER_TIMING, Phases.NOTHING);
        if (query.close()) {
            Answers.closeAfter(response);
        }
        response.getOutputStream().write(random.atLeast(query.n()), 0, query.n());
    }

    @GetMapping("/exchange")
    ResponseEntity<?> exchange(HttpServletRequest request) {
        var query = ExchangeQuery.parse(request.getQueryString(), features, datasets);
        return query.own() == null ? exchange(query, query.dataset()) : own(query);
    }

    private <T> ResponseEntity<?> exchange(ExchangeQuery query, Dataset<T> dataset) {
        var phases = RequestPhases.current();
        var records = work.computed(query, dataset, phases);
        var codec = query.encoder();
        if (codec.format().equals("json")) {
            return RequestPhases.answer(records, codec, query.compression(), query.close());
        }
        var body = codec.encodeList(dataset, records);
        phases.encoded();
        return RequestPhases.answer(body, codec, query.compression(), query.close());
    }

    /** As JSON alone. */
    private static ResponseEntity<?> own(ExchangeQuery query) {
        var body = ExchangeWork.own(query, RequestPhases.current());
        return RequestPhases.answer(body, query.encoder(), query.compression(), query.close());
    }
}
