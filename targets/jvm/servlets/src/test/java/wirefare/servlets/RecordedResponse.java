package wirefare.servlets;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** What filters do to a response, without a container. Whatever else they call is a failure. */
final class RecordedResponse {
    final Map<String, String> headers = new HashMap<>();
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    int status = 200;
    boolean committed;

    HttpServletResponse response() {
        return proxy(HttpServletResponse.class, this::call);
    }

    /** A request that has attributes alone. */
    static HttpServletRequest request() {
        var attributes = new HashMap<Object, Object>();
        return proxy(HttpServletRequest.class, (method, arguments) -> switch (method.getName()) {
            case "setAttribute" -> attributes.put(arguments[0], arguments[1]);
            case "getAttribute" -> attributes.get(arguments[0]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Object call(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "isCommitted" -> committed;
            case "setStatus" -> status = (int) arguments[0];
            case "setHeader" -> headers.put((String) arguments[0], (String) arguments[1]);
            case "setContentType" -> headers.put("Content-Type", (String) arguments[0]);
            case "getContentType" -> headers.get("Content-Type");
            case "setContentLength" -> headers.put("Content-Length", arguments[0].toString());
            case "getOutputStream" -> new Body();
            case "resetBuffer" -> {
                body.reset();
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    private interface Calls {
        Object call(Method method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        var made = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            var answer = calls.call(method, arguments);
            return method.getReturnType() == void.class ? null : answer;
        });
        return type.cast(made);
    }

    private final class Body extends ServletOutputStream {
        @Override
        public void write(int oneByte) {
            body.write(oneByte);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
