package wirefare.tomcat;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;
import wirefare.servlets.Problems;

/** What Tomcat refuses before any filter is asked, and what has failed round them: a problem document, no page of HTML. */
public final class ProblemValve extends ErrorReportValve {
    private static final int FIRST_ERROR = 400;

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        var status = response.getStatus();
        // What has a body is answered already.
        if (status < FIRST_ERROR || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            AnswerHeaders.all().forEach(response::setHeader);
            Problems.send(response, ProblemJson.of(new Refusal(status, detail(response, failure), null, null)));
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // The client has left, or somebody writes already: there is nothing to tell, or nobody.
        }
    }

    private static String detail(Response response, Throwable failure) {
        return response.getMessage() != null ? response.getMessage()
                : failure != null ? failure.toString()
                : "the server refused the request before it was read";
    }
}
