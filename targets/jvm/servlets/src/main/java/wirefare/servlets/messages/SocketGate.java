package wirefare.servlets.messages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.GateFilter;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;
import wirefare.messages.Sequences;
import wirefare.servlets.Problems;

/**
 * Stands before the container's own upgrade to WebSocket, which knows no way to refuse one with a reason, and takes
 * permessage-deflate wherever it is offered: here the offer is hidden from it unless the sequence asks for that.
 */
final class SocketGate extends HttpFilter {
    static final String DEFLATE = "permessage-deflate";

    private static final String OFFER = "Sec-WebSocket-Extensions";
    private static final String COMPRESSION = "compression";
    private static final int UPGRADE_REQUIRED = 426;

    private final transient Sequences sequences;

    SocketGate(Sequences sequences) {
        this.sequences = sequences;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // Containers differ in which of two filters that come before all others comes first.
        if (GateFilter.refuses(request, response)) {
            return;
        }
        AnswerHeaders.all().forEach(response::setHeader);
        boolean isDeflated;
        try {
            isDeflated = isDeflated(request);
        } catch (Refusal refusal) {
            Problems.send(response, ProblemJson.of(refusal));
            return;
        }
        chain.doFilter(isDeflated ? request : new WithoutOffer(request), response);
    }

    private boolean isDeflated(HttpServletRequest request) {
        if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            throw new Refusal(UPGRADE_REQUIRED, "/socket is a WebSocket (RFC 6455)", null, null);
        }
        var isAsked = isAsked(request);
        if (isAsked && !offers(request)) {
            throw Refusal.badParameter(COMPRESSION, "is " + DEFLATE + ", which this client does not offer");
        }
        return isAsked;
    }

    private boolean isAsked(HttpServletRequest request) {
        var query = Query.parse(request.getQueryString(), List.of("sequence", COMPRESSION));
        if (query.has("sequence")) {
            var sequence = SequenceRequest.sequence(request, sequences);
            sequence.refuseSecondWay();
            // Here and not where it is opened: a WebSocket does not tell which connection it goes over.
            sequence.hangUpBy(HangUp.of(request));
            return sequence.spec().isDeflated();
        }
        return query.oneOf(COMPRESSION, List.of("none", DEFLATE), "none").equals(DEFLATE);
    }

    private static boolean offers(HttpServletRequest request) {
        return Collections.list(request.getHeaders(OFFER)).stream().anyMatch(offer -> offer.contains(DEFLATE));
    }

    private static final class WithoutOffer extends HttpServletRequestWrapper {
        WithoutOffer(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getHeader(String name) {
            return OFFER.equalsIgnoreCase(name) ? null : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return OFFER.equalsIgnoreCase(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            var names = Collections.list(super.getHeaderNames());
            names.removeIf(OFFER::equalsIgnoreCase);
            return Collections.enumeration(names);
        }
    }
}
