package wirefare.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** The document of a refusal (RFC 9457). */
@JsonPropertyOrder({"type", "title", "status", "detail", "parameter", "allowed"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProblemJson(
        String type, String title, int status, String detail, String parameter, List<?> allowed) {
    public static final String CONTENT_TYPE = "application/problem+json";

    private static final JsonMapper MAPPER = new JsonMapper();

    public static ProblemJson of(Refusal refusal) {
        return new ProblemJson(
                "about:blank",
                title(refusal.status()),
                refusal.status(),
                refusal.detail(),
                refusal.parameter(),
                refusal.allowed());
    }

    /** A failure of the target itself, for which no client is to blame. */
    public static ProblemJson of(Throwable failure) {
        return new ProblemJson("about:blank", title(500), 500, failure.toString(), null, null);
    }

    public byte[] bytes() {
        try {
            return MAPPER.writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 403 -> "Not for everybody";
            case 404 -> "No such path";
            case 405 -> "Method not allowed";
            case 413 -> "Body too long";
            case 414 -> "URL too long";
            case 415 -> "Unsupported content type";
            case 421 -> "Not the host that was asked for";
            case 500 -> "The target failed";
            case 501 -> "Not supported";
            case 503 -> "Too much at once";
            default -> "Refused";
        };
    }
}
