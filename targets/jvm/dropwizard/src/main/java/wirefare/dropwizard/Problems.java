package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import java.util.stream.Collectors;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;

/** Refusals as problem documents. */
final class Problems {
    private static final int METHOD_NOT_ALLOWED = 405;

    private Problems() {
    }

    static Response of(Refusal refusal) {
        var answer = Response.status(refusal.status())
                .type(ProblemJson.CONTENT_TYPE)
                .entity(ProblemJson.of(refusal));
        if (refusal.status() == METHOD_NOT_ALLOWED) {
            answer.header("Allow", refusal.allowed().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        return answer.build();
    }
}
