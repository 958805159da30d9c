package wirefare.spring;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import wirefare.codecs.MalformedException;
import wirefare.data.RefusedCallException;
import wirefare.exchange.ProblemJson;
import wirefare.exchange.Refusal;
import wirefare.servlets.FailureLog;

/** What Spring, a controller or the data refuse, and what fails, as problem documents. */
@RestControllerAdvice
class RefusalHandler extends ResponseEntityExceptionHandler {
    private static final List<String> PATHS = List.of("/about", "/bytes", "/call", "/exchange");

    private final FailureLog failures = new FailureLog();

    @ExceptionHandler
    ResponseEntity<Object> refused(Refusal refusal) {
        var headers = new HttpHeaders();
        // What is left of the body is not read, so no further request can follow it.
        if (refusal.status() == HttpStatus.CONTENT_TOO_LARGE.value()) {
            headers.setConnection("close");
        }
        return answer(ProblemJson.of(refusal), headers);
    }

    @ExceptionHandler({MalformedException.class, RefusedCallException.class})
    ResponseEntity<Object> refusedCall(RuntimeException exception) {
        return refused(Refusal.badBody(exception.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<Object> failed(Throwable failure) {
        failures.log(failure);
        return answer(ProblemJson.of(failure), new HttpHeaders());
    }

    /** All that Spring refuses by itself comes through here, with the headers that belong to it: Allow of 405. */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception exception, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var refusal = exception instanceof NoHandlerFoundException
                ? Refusal.noSuchPath(pathOf(request), PATHS)
                : new Refusal(status.value(), exception.getMessage(), null, null);
        return answer(ProblemJson.of(refusal), headers);
    }

    private static String pathOf(WebRequest request) {
        return ((ServletWebRequest) request).getRequest().getRequestURI();
    }

    private static ResponseEntity<Object> answer(ProblemJson problem, HttpHeaders headers) {
        return ResponseEntity.status(problem.status())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem.bytes());
    }
}
