package wirefare.servlets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.codecs.Codecs;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.CallBody;
import wirefare.exchange.CallFormats;
import wirefare.exchange.CallQuery;
import wirefare.exchange.CallWork;
import wirefare.exchange.Features;
import wirefare.exchange.Operations;
import wirefare.exchange.Phases;

/** {@code POST /call/<operation>}: decodes, does and encodes; {@link CompressionFilter} compresses and sends. */
final class CallServlet extends TargetServlet {
    private final transient Features features;
    private final transient Operations operations;

    CallServlet(Features features, Operations operations) {
        super("POST");
        this.features = features;
        this.operations = operations;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var operation = operations.named(operationOf(request));
        var format = CallFormats.formatOf(request.getContentType(), features.calls(), operation.name());
        var query = CallQuery.parse(request.getQueryString(), format, features);
        var body = CallBody.read(request.getInputStream(), request.getContentLengthLong());
        var codec = Codecs.of(query.format(), query.codec());
        var phases = new Phases();
        var encoded = CallWork.encoded(operation, codec, body, phases);
        if (query.close()) {
            Answers.closeAfter(response);
        }
        CompressionFilter.compress(request, query.compression(), phases);
        response.setContentType(codec.contentType());
        response.getOutputStream().write(encoded);
    }

    /** What stands behind {@code /call/}; nothing where the path ends before. */
    private static String operationOf(HttpServletRequest request) {
        var path = request.getPathInfo();
        return path == null ? "" : path.substring(1);
    }

    /** Pages of other origins ask what they may post. */
    @Override
    protected void doOptions(HttpServletRequest request, HttpServletResponse response) {
        operations.named(operationOf(request));
        AnswerHeaders.callOptions().forEach(response::setHeader);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
