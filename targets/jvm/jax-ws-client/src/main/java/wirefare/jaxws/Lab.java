package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The agent's side of the agent protocol, never used within a timed exchange. */
final class Lab {
    static final JsonMapper MAPPER = new JsonMapper();

    private static final int OK = 200;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String origin;
    private String agent = "";

    Lab(String origin) {
        this.origin = origin;
    }

    void register(JsonNode registration) throws IOException, InterruptedException {
        agent = post("/agent/register", registration).get("agent").textValue();
    }

    JsonNode nextJob() throws IOException, InterruptedException {
        return ask(request(path("job")).GET().build());
    }

    /** What the cell must end with. */
    JsonNode original(String cell) throws IOException, InterruptedException {
        var named = URLEncoder.encode(cell, StandardCharsets.UTF_8).replace("+", "%20");
        return ask(request(path("original?cell=" + named + "&message=0")).GET().build());
    }

    /** False: the rest of the job is to be dropped. */
    boolean post(String what, Object message) throws IOException, InterruptedException {
        return post(path(what), MAPPER.valueToTree(message)).path("goOn").booleanValue();
    }

    /** Where it can be posted; what failed stands on stderr besides. */
    void postTrouble(Throwable failure) {
        var stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        try {
            post(path("trouble"), MAPPER.valueToTree(Map.of("what", failure.toString(), "stack", stack.toString())));
        } catch (IOException e) {
            System.err.println("the lab hears nothing of it: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String path(String what) {
        return "/agent/" + agent + "/" + what;
    }

    private JsonNode post(String path, JsonNode message) throws IOException, InterruptedException {
        var body = BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(message));
        return ask(request(path).header("Content-Type", "application/json").POST(body).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(origin + path));
    }

    private JsonNode ask(HttpRequest request) throws IOException, InterruptedException {
        var response = http.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() != OK) {
            var said = new String(response.body(), StandardCharsets.UTF_8);
            throw new IOException("the lab answered " + response.statusCode() + ": " + said);
        }
        return MAPPER.readTree(response.body());
    }
}
