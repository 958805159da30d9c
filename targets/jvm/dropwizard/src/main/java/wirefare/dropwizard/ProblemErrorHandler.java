package wirefare.dropwizard;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;

/** What Jetty refuses before Jersey is asked: a problem document instead of its page of HTML. */
public final class ProblemErrorHandler extends ErrorHandler {
    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request, Response response, int code, String message, Throwable cause, Callback callback) {
        var detail = message == null ? "the server refused the request before it was read" : message;
        var headers = response.getHeaders();
        AnswerHeaders.all().forEach(headers::put);
        headers.put(HttpHeader.CONTENT_TYPE, ProblemJson.CONTENT_TYPE);
        var document = ProblemJson.of(new Refusal(code, detail, null, null)).bytes();
        response.write(true, ByteBuffer.wrap(document), callback);
    }
}
