package wirefare.tomcat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirefare.exchange.BoundedLog;

/** A client that neither reads nor leaves is hung up when its sequence is over: no thread waits for it any longer. */
@Timeout(60)
class StalledClientTest {
    private static final long PATIENCE_NS = 15_000_000_000L;

    private static EmbeddedTomcat server;
    private static HttpClient http;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        BoundedLog.install();
        server = new EmbeddedTomcat("127.0.0.1", 0, null, folder, Servlets::deploy);
        server.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest(name = "/{0}")
    @ValueSource(strings = {"events", "stream"})
    @DisplayName("the thread that writes a body is let go")
    void body(String path) throws Exception {
        var sequence = made("server-to-client");
        try (var client = new Socket()) {
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress("127.0.0.1", server.port()));
            var request = "GET /" + path + "?sequence=" + sequence + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            client.getOutputStream().write(request.getBytes(US_ASCII));
            // The head of the answer: the way is open.
            assertTrue(client.getInputStream().read() > 0);
            post("/sequence/begin?sequence=" + sequence, "");
            isLetGo(sequence);
        }
    }

    @Test
    @DisplayName("the thread that writes to a WebSocket is let go")
    void socket() throws Exception {
        var sequence = made("server-to-client");
        var client = open(sequence);
        post("/sequence/begin?sequence=" + sequence, "");
        isLetGo(sequence);
        client.abort();
    }

    @Test
    @DisplayName("the server's thread that sends back over a WebSocket is let go")
    void echo() throws Exception {
        var sequence = made("both-ways");
        var client = open(sequence);
        post("/sequence/begin?sequence=" + sequence, "");
        var message = ByteBuffer.wrap(new byte[100_000]);
        // As much as fits into what lies between: none of it is read on the way back.
        for (var i = 0; i < 300; i++) {
            client.sendBinary(message.duplicate(), true);
            if (waitsToWrite()) {
                break;
            }
        }
        isLetGo(sequence);
        client.abort();
    }

    private static void isLetGo(String sequence) throws Exception {
        assertTrue(comes(StalledClientTest::waitsToWrite), "nobody waits for the client");
        post("/sequence/end?sequence=" + sequence, "");
        assertTrue(comes(() -> !waitsToWrite()), "somebody still waits for the client");
    }

    private static String made(String direction) throws Exception {
        var answer = post("/sequence", """
                {"direction":"%s","mode":"throughput","messages":300,"content":
                 {"kind":"random","body":"text","size":{"policy":"fixed","bytes":100000},"seed":7}}""".formatted(direction));
        return answer.replaceAll(".*\"sequence\":\"(\\d+)\".*", "$1");
    }

    /** One that asks for no message, so that it reads none. */
    private static WebSocket open(String sequence) throws Exception {
        var opened = new CountDownLatch(1);
        var client = http.newWebSocketBuilder()
                .buildAsync(uri("ws", "/socket?sequence=" + sequence), new WebSocket.Listener() {
                    @Override
                    public void onOpen(WebSocket socket) {
                        opened.countDown();
                    }
                })
                .get();
        assertTrue(opened.await(5, TimeUnit.SECONDS));
        return client;
    }

    private static String post(String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri("http", path)).POST(BodyPublishers.ofString(body)).build();
        var answer = http.send(request, BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer.body());
        return answer.body();
    }

    private static URI uri(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + server.port() + path);
    }

    private static boolean comes(BooleanSupplier what) throws InterruptedException {
        var untilNs = System.nanoTime() + PATIENCE_NS;
        while (!what.getAsBoolean() && System.nanoTime() < untilNs) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return what.getAsBoolean();
    }

    /** A thread of ours stands in Tomcat's wait for a client to take what is written. */
    private static boolean waitsToWrite() {
        return Thread.getAllStackTraces().values().stream().anyMatch(stack ->
                Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith("wirefare."))
                        && Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("doWrite"))
                        && Arrays.stream(stack).limit(3).anyMatch(frame -> frame.getMethodName().equals("wait")));
    }
}
