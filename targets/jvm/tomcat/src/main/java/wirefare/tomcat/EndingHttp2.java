package wirefare.tomcat;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import wirefare.exchange.GoAway;

/**
 * Tomcat's HTTP/2 with connections that a request can end: Tomcat ends them in good order itself, but only all at once,
 * when it is paused. Each of their requests has a {@link GoAway}.
 */
final class EndingHttp2 extends Http2Protocol {
    /** So long a client has to close its connection after the last answer; the contract gives 5 s. */
    private static final long CLOSE_AFTER_MS = 3_000;

    private static final ScheduledExecutorService CLOSER = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "closer");
        thread.setDaemon(true);
        return thread;
    });

    EndingHttp2() {
        setKeepAliveTimeout(EmbeddedTomcat.IDLE_MS);
        setStreamReadTimeout(EmbeddedTomcat.BODY_STOPPED_MS);
        // A slow client has as long as over HTTP/1.1.
        setStreamWriteTimeout(EmbeddedTomcat.IDLE_MS);
        setWriteTimeout(EmbeddedTomcat.IDLE_MS);
    }

    @Override
    public InternalHttpUpgradeHandler getInternalUpgradeHandler(
            SocketWrapperBase<?> socket, Adapter adapter, Request request) {
        var connection = new Connection(adapter, socket);
        connection.handler = new Http2AsyncUpgradeHandler(this, connection, request, socket) {
            /** Some clients say it back at once, and Tomcat would close what is under way. */
            @Override
            public void goaway(int lastStreamId, long errorCode, String debugData) {
                if (!connection.isEnding) {
                    super.goaway(lastStreamId, errorCode, debugData);
                }
            }
        };
        return connection.handler;
    }

    /** What stands between one connection and the application. */
    private static final class Connection implements Adapter, GoAway {
        private final Adapter adapter;
        private final SocketWrapperBase<?> socket;
        private final AtomicInteger underWay = new AtomicInteger();
        private volatile InternalHttpUpgradeHandler handler;
        private volatile boolean isEnding;

        Connection(Adapter adapter, SocketWrapperBase<?> socket) {
            this.adapter = adapter;
            this.socket = socket;
        }

        @Override
        public void send() {
            isEnding = true;
            handler.pause();
        }

        @Override
        public void service(Request request, Response response) throws Exception {
            request.setAttribute(ATTRIBUTE, this);
            underWay.incrementAndGet();
            try {
                adapter.service(request, response);
            } finally {
                if (underWay.decrementAndGet() == 0 && isEnding) {
                    CLOSER.schedule(this::closeIdle, CLOSE_AFTER_MS, TimeUnit.MILLISECONDS);
                }
            }
        }

        private void closeIdle() {
            if (underWay.get() == 0) {
                socket.close();
            }
        }

        @Override
        public boolean prepare(Request request, Response response) throws Exception {
            return adapter.prepare(request, response);
        }

        @Override
        public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
            return adapter.asyncDispatch(request, response, event);
        }

        @Override
        public void log(Request request, Response response, long time) {
            adapter.log(request, response, time);
        }

        @Override
        public void checkRecycled(Request request, Response response) {
            adapter.checkRecycled(request, response);
        }

        @Override
        public String getDomain() {
            return adapter.getDomain();
        }
    }
}
