package wirefare.servlets;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import wirefare.exchange.ProblemJson;

/** Writes problem documents over whatever an answer had so far. */
public final class Problems {
    private Problems() {
    }

    public static void send(HttpServletResponse response, ProblemJson problem) throws IOException {
        response.resetBuffer();
        response.setStatus(problem.status());
        Answers.send(response, ProblemJson.CONTENT_TYPE, problem.bytes());
    }

    static void allow(HttpServletResponse response, List<?> methods) {
        response.setHeader("Allow", methods.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
}
