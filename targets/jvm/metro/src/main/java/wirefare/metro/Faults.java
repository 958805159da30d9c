package wirefare.metro;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;

/** Faults of SOAP 1.1. */
final class Faults {
    private static final QName CLIENT = new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client");

    private static final String SERVER_CODE = ":Server</faultcode>";
    private static final String CLIENT_CODE = ":Client</faultcode>";

    private Faults() {
    }

    /** Of a request that is to blame. */
    static SOAPFault client(String reason) {
        try {
            return SOAPFactory.newInstance().createFault(reason, CLIENT);
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The message with the fault of such a request. */
    static byte[] clientMessage(String reason) {
        var bytes = new ByteArrayOutputStream();
        try {
            var message = MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL).createMessage();
            message.getSOAPBody().addFault(CLIENT, reason);
            message.writeTo(bytes);
        } catch (SOAPException | IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** Of a request that JAX-WS could not read: half of them it takes for failures of the server. */
    static byte[] blamedOnClient(byte[] message) {
        var text = new String(message, StandardCharsets.UTF_8);
        return text.replace(SERVER_CODE, CLIENT_CODE).getBytes(StandardCharsets.UTF_8);
    }
}
