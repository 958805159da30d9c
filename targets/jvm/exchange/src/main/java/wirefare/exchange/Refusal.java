package wirefare.exchange;

import java.util.List;

/**
 * A request that gets no result: status, why, and, where a parameter is at fault, its name and what it may be. Each
 * stack turns it into a problem document in the way of its own (exception mapper, filter), with {@link ProblemJson}.
 */
public final class Refusal extends RuntimeException {
    /** Parts of the contract that a target may be without. */
    private static final List<String> OF_THE_CONTRACT = List.of(
            "/exchange", "/dictionary", "/call", "/soap", "/transport", "/message", "/sequence", "/events", "/stream",
            "/poll", "/socket");

    private final int status;
    private final String parameter;
    private final List<?> allowed;

    /**
     * @param parameter null where no parameter is at fault
     * @param allowed null where that cannot be listed; of 405 the methods that go into {@code Allow}
     */
    public Refusal(int status, String detail, String parameter, List<?> allowed) {
        // No stack: a refusal is an answer, and hostile clients ask for many.
        super(detail, null, false, false);
        this.status = status;
        this.parameter = parameter;
        this.allowed = allowed;
    }

    public static Refusal badParameter(String parameter, String detail) {
        return new Refusal(400, detail, parameter, null);
    }

    public static Refusal badParameter(String parameter, String detail, List<?> allowed) {
        return new Refusal(400, detail, parameter, allowed);
    }

    public static Refusal badBody(String detail) {
        return new Refusal(400, detail, null, null);
    }

    public static Refusal unsupported(String parameter, String value, List<?> allowed) {
        return new Refusal(501, "%s \"%s\" is not supported".formatted(parameter, value), parameter, allowed);
    }

    /** Nobody has this path here: 501 where it begins as one of the contract, and none of those that are here does. */
    public static Refusal noSuchPath(String path, List<String> paths) {
        var end = path.indexOf('/', 1);
        var first = end < 0 ? path : path.substring(0, end);
        return OF_THE_CONTRACT.contains(first) && paths.stream().noneMatch(here -> here.startsWith(first))
                ? new Refusal(501, "this target does not have " + path, null, null)
                : new Refusal(404, "no " + path + " here", null, paths);
    }

    public static Refusal wrongMethod(String path, String method, List<String> methods) {
        return new Refusal(405, path + " does not take " + method, null, methods);
    }

    public int status() {
        return status;
    }

    public String detail() {
        return getMessage();
    }

    public String parameter() {
        return parameter;
    }

    public List<?> allowed() {
        return allowed;
    }
}
