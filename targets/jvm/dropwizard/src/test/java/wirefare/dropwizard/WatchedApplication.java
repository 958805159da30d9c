package wirefare.dropwizard;

import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import wirefare.exchange.Settings;

/**
 * The target with another clock around the same code: the header {@code Wall} says how long the writer of the entity took,
 * as one who stands right around it saw it, and how long all took from the resource's beginning to the first byte that was
 * written. {@code npm run bench -- jvm} compares that with {@code Server-Timing}.
 */
public final class WatchedApplication extends Main {
    private static final String BEGAN = "wall.began";
    private static final String WRITER_NANOS = "wall.writer";
    private static final double NANOS_PER_MS = 1e6;
    private static final int OUTERMOST = 1;
    private static final int INNERMOST = 1_000_000;

    private WatchedApplication(Settings settings) {
        super(settings);
    }

    public static void main(String[] args) throws Exception {
        new WatchedApplication(Settings.fromEnvironment()).run(args);
    }

    @Override
    public void run(Configuration configuration, Environment environment) {
        super.run(configuration, environment);
        environment.jersey().register(new Beginning());
        environment.jersey().register(new AroundAll());
        environment.jersey().register(new AroundWriter());
    }

    private static final class Beginning implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            request.setProperty(BEGAN, System.nanoTime());
        }
    }

    @Priority(INNERMOST)
    private static final class AroundWriter implements WriterInterceptor {
        @Override
        public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
            var since = System.nanoTime();
            context.proceed();
            context.setProperty(WRITER_NANOS, System.nanoTime() - since);
        }
    }

    @Priority(OUTERMOST)
    private static final class AroundAll implements WriterInterceptor {
        @Override
        public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
            context.setOutputStream(new UntilFirstByte(context.getOutputStream(), context));
            context.proceed();
        }
    }

    private static final class UntilFirstByte extends FilterOutputStream {
        private final WriterInterceptorContext context;
        private boolean isBegun;

        UntilFirstByte(OutputStream out, WriterInterceptorContext context) {
            super(out);
            this.context = context;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (!isBegun) {
                isBegun = true;
                context.getHeaders().putSingle("Wall", wall());
            }
            out.write(bytes, from, length);
        }

        private String wall() {
            var all = System.nanoTime() - (long) context.getProperty(BEGAN);
            var writer = context.getProperty(WRITER_NANOS) instanceof Long nanos ? nanos : 0;
            return String.format(
                    Locale.ROOT, "writer;dur=%.4f, all;dur=%.4f", writer / NANOS_PER_MS, all / NANOS_PER_MS);
        }
    }
}
