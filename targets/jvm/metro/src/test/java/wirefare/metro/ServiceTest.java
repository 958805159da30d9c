package wirefare.metro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.nio.file.Path;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import wirefare.codecs.Codecs;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.transit.InitRequest;
import wirefare.soap.Serialized;
import wirefare.soap.Wirefare;
import wirefare.tomcat.EmbeddedTomcat;

/** The service as a client sees it that knows no more than its WSDL and the classes of the data. */
class ServiceTest {
    private static EmbeddedTomcat server;
    private static Wirefare port;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new EmbeddedTomcat("127.0.0.1", 0, null, folder, Deployment::deploy);
        server.start();
        var wsdl = URI.create("http://127.0.0.1:" + server.port() + "/soap?wsdl").toURL();
        port = Service.create(wsdl, new QName(Wirefare.NAMESPACE, "WirefareService")).getPort(Wirefare.class);
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
    }

    @Test
    void answersTheFirstBooks() {
        var json = Codecs.of("json", "jackson");
        var expected = json.encodeList(Dataset.BOOK, Dataset.BOOK.first(3));
        var got = json.encodeList(Dataset.BOOK, port.books(BooksRequest.of(3)).records());
        assertEquals(new String(expected), new String(got));
    }

    @Test
    void blamesTheRequestForANumberThatIsNone() {
        var fault = assertThrows(SOAPFaultException.class, () -> port.books(BooksRequest.of(0)));
        assertEquals("Client", fault.getFault().getFaultCodeAsQName().getLocalPart());
    }

    @Test
    void blamesTheRequestForWhatItLacks() {
        var fault = assertThrows(SOAPFaultException.class, () -> port.init(new InitRequest()));
        assertEquals("Client", fault.getFault().getFaultCodeAsQName().getLocalPart());
        assertTrue(fault.getMessage().contains("missing"), fault.getMessage());
    }

    @Test
    void refusesASerializedObjectWhereTheQuerySaysPlain() {
        var payload = Codecs.of("java-serialization", "ObjectOutputStream").encode(BooksRequest.of(3));
        assertThrows(SOAPFaultException.class, () -> port.serialized(new Serialized(payload)));
    }
}
