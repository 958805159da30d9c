package wirefare.jaxws;

import com.sun.xml.ws.api.message.Packet;
import com.sun.xml.ws.api.pipe.Codec;
import com.sun.xml.ws.api.pipe.ContentType;
import com.sun.xml.ws.api.pipe.NextAction;
import com.sun.xml.ws.api.pipe.TubeCloner;
import com.sun.xml.ws.api.pipe.helper.AbstractTubeImpl;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;

/**
 * The last tube of a client. JAX-WS's own transport, over {@link HttpURLConnection} too, parses the answer while it comes, so
 * that nobody can tell network from decoding. This one holds the request whole before it is sent, and the answer whole
 * before JAX-WS gets it: what JAX-WS does is all before or after, and stamps stand between.
 */
final class HeldTransport extends AbstractTubeImpl {
    /** Property of a port's request context: the {@link CallMarks} of the next call. */
    static final String MARKS = "wirefare.jaxws.marks";

    private final Codec codec;

    HeldTransport(Codec codec) {
        this.codec = codec;
    }

    private HeldTransport(HeldTransport other, TubeCloner cloner) {
        super(other, cloner);
        codec = other.codec.copy();
    }

    @Override
    public HeldTransport copy(TubeCloner cloner) {
        return new HeldTransport(this, cloner);
    }

    @Override
    public NextAction processRequest(Packet request) {
        var marks = (CallMarks) request.invocationProperties.get(MARKS);
        try {
            var body = new ByteArrayOutputStream();
            var type = codec.encode(request, body);
            var encoded = body.toByteArray();
            marks.encoded(encoded.length);
            var answer = marks.replayed() != null ? marks.replayed() : send(request, type, encoded, marks);
            marks.arrived(answer);
            var response = request.createClientResponse(null);
            codec.decode(new ByteArrayInputStream(answer.body()), answer.contentType(), response);
            return doReturnWith(response);
        } catch (IOException e) {
            throw new WebServiceException(e.getMessage(), e);
        }
    }

    private static HttpAnswer send(Packet request, ContentType type, byte[] body, CallMarks marks) throws IOException {
        var http = new HttpRequest(request.endpointAddress.toString(), marks);
        http.header("Content-Type", type.getContentType());
        http.header("SOAPAction", type.getSOAPActionHeader() == null ? "\"\"" : type.getSOAPActionHeader());
        var answer = http.post(body);
        // A fault has 500, and the port makes an exception of it.
        if (answer.status() != HttpURLConnection.HTTP_OK && answer.status() != HttpURLConnection.HTTP_INTERNAL_ERROR) {
            throw new IOException("the target answered " + answer.status());
        }
        return answer;
    }

    @Override
    public NextAction processResponse(Packet response) {
        throw new IllegalStateException("nothing stands behind a transport");
    }

    @Override
    public NextAction processException(Throwable failure) {
        throw new IllegalStateException("nothing stands behind a transport", failure);
    }

    @Override
    public void preDestroy() {
        // Connections are kept by HttpURLConnection.
    }
}
