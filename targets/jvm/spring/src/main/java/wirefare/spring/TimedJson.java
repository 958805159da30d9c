package wirefare.spring;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.json.JsonMapper;
import wirefare.exchange.CallBody;

/** Spring's own converter of JSON with its reading and writing timed, once the body of a request is there as a whole. */
class TimedJson extends JacksonJsonHttpMessageConverter {
    TimedJson(JsonMapper mapper) {
        super(mapper);
    }

    @Override
    public Object read(ResolvableType type, HttpInputMessage message, Map<String, Object> hints) throws IOException {
        var body = CallBody.read(message.getBody(), message.getHeaders().getContentLength());
        var phases = RequestPhases.current();
        phases.begin();
        var request = super.read(type, new Held(message.getHeaders(), new ByteArrayInputStream(body)), hints);
        phases.decoded();
        return request;
    }

    @Override
    protected void writeInternal(
            Object value, ResolvableType type, HttpOutputMessage message, Map<String, Object> hints) throws IOException {
        var phases = RequestPhases.current();
        phases.begin();
        super.writeInternal(value, type, message, hints);
        phases.encoded();
    }

    private record Held(HttpHeaders headers, InputStream body) implements HttpInputMessage {
        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return body;
        }
    }
}
