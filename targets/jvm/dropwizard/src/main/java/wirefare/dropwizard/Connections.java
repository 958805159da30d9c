package wirefare.dropwizard;

import jakarta.ws.rs.core.Response.ResponseBuilder;

/** Keeping a connection, which is what Jetty does, or ending it with the answer, which it does where it is told. */
final class Connections {
    private Connections() {
    }

    static ResponseBuilder kept(ResponseBuilder answer, boolean close) {
        return close ? answer.header("Connection", "close") : answer;
    }
}
