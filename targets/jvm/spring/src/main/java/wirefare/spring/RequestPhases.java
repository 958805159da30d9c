package wirefare.spring;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import wirefare.codecs.Codec;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;
import wirefare.servlets.CompressionFilter;

/** What the phases of the request of this thread took: from controllers and Spring's converters to the filter that sends. */
final class RequestPhases {
    private static final String ATTRIBUTE = RequestPhases.class.getName();

    private RequestPhases() {
    }

    static Phases current() {
        var request = request();
        if (request.getAttribute(ATTRIBUTE) instanceof Phases phases) {
            return phases;
        }
        var phases = new Phases();
        request.setAttribute(ATTRIBUTE, phases);
        return phases;
    }

    /** An answer that is compressed, and told the phases of, when its body has been written. */
    static <B> ResponseEntity<B> answer(B body, Codec codec, Compression compression, boolean close) {
        CompressionFilter.compress(request(), compression, current());
        var answer = ResponseEntity.ok().contentType(MediaType.parseMediaType(codec.contentType()));
        return (close ? answer.header("Connection", "close") : answer).body(body);
    }

    private static HttpServletRequest request() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
