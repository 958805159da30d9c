package wirefare.metro;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import wirefare.codecs.MalformedException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.CallBody;
import wirefare.exchange.CallQuery;
import wirefare.exchange.Features;
import wirefare.exchange.Phases;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;
import wirefare.servlets.Answers;
import wirefare.servlets.HeldResponse;

/**
 * Holds request and answer of the service in memory, so that reading from the network stands in no phase of JAX-WS, which
 * reads and writes streams, and nothing is sent before all of it is there. {@link WirefareService} marks when an operation
 * is entered and left.
 */
final class SoapFilter extends HttpFilter {
    /** Request attribute with the {@link CallMarks}. */
    static final String MARKS = SoapFilter.class.getName() + ".marks";

    private static final List<String> KNOWN =
            List.of("format", "codec", "compression", "level", "connection", "opaque", "serial");
    private static final List<String> METHODS = List.of("POST", "GET", "HEAD", "OPTIONS");
    private static final String MEDIA_TYPE = "text/xml";
    private static final String FAULT_TYPE = "text/xml;charset=utf-8";
    private static final String SERIALIZED = "soap-serialized";

    private final transient Features features;

    SoapFilter(Features features) {
        this.features = features;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        switch (request.getMethod()) {
            case "POST" -> call(request, response, chain);
            case "GET", "HEAD" -> describe(request, response, chain);
            case "OPTIONS" -> {
                AnswerHeaders.callOptions().forEach(response::setHeader);
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
            default -> throw Refusal.wrongMethod(request.getRequestURI(), request.getMethod(), METHODS);
        }
    }

    /** {@code ?wsdl}, and {@code ?xsd=1} of the schemas that it imports; JAX-WS has a page in HTML for all else. */
    private static void describe(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var described = new DescriptionRequest(request);
        if (!described.getQueryString().toLowerCase(Locale.ROOT).matches("wsdl(=\\d+)?|xsd=\\d+")) {
            throw Refusal.wrongMethod(request.getRequestURI(), request.getMethod(), List.of("POST", "OPTIONS"));
        }
        var held = new HeldResponse(response);
        chain.doFilter(described, held);
        Answers.send(response, response.getContentType(), described.withSecret(held.body()));
    }

    private void call(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var query = query(request);
        requireXml(request.getContentType());
        var body = CallBody.read(request.getInputStream(), request.getContentLengthLong());
        if (query.close()) {
            Answers.closeAfter(response);
        }
        try {
            Prolog.check(body);
        } catch (MalformedException e) {
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            Answers.send(response, FAULT_TYPE, Faults.clientMessage(e.getMessage()));
            return;
        }
        var marks = new CallMarks(query.format().equals(SERIALIZED), new Phases());
        request.setAttribute(MARKS, marks);
        var held = new HeldResponse(response);
        marks.phases().begin();
        chain.doFilter(new HeldRequest(request, body), held);
        marks.phases().encoded();
        if (response.getStatus() == HttpServletResponse.SC_OK) {
            answer(response, held, query, marks.phases());
        } else {
            var answer = held.body();
            var fault = marks.isEntered() ? answer : Faults.blamedOnClient(answer);
            Answers.send(response, response.getContentType(), fault);
        }
    }

    private CallQuery query(HttpServletRequest request) {
        var query = Query.parse(request.getQueryString(), KNOWN);
        var formats = List.copyOf(features.calls().formats().keySet());
        return CallQuery.of(query, query.oneOf("format", formats, "soap"), features);
    }

    private static void requireXml(String contentType) {
        var stated = contentType == null ? "" : contentType;
        var end = stated.indexOf(';');
        if (!(end < 0 ? stated : stated.substring(0, end)).strip().equalsIgnoreCase(MEDIA_TYPE)) {
            throw new Refusal(415, "Content-Type is \"" + stated + "\"", null, List.of(MEDIA_TYPE));
        }
    }

    private static void answer(HttpServletResponse response, HeldResponse held, CallQuery query, Phases phases)
            throws IOException {
        var contentType = response.getContentType();
        // That of JAX-WS would be added to whatever stands there.
        response.setCharacterEncoding((String) null);
        Answers.sendCompressed(response, contentType, held, query.compression(), phases);
    }
}
