package wirefare.codecs;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.transform.Result;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import org.xml.sax.SAXException;

/**
 * JAXB's contexts, one a class, made when it comes first. The factory is named: GlassFish puts EclipseLink MOXy in the
 * place of the reference implementation, and the same codec would be another one there.
 */
final class JaxbContexts {
    private final Map<Class<?>, Bound> bound = new ConcurrentHashMap<>();

    private record Bound(JAXBContext context, Schema schema) {
    }

    /** Writes no declaration. */
    Marshaller marshaller(Class<?> type) throws JAXBException {
        var marshaller = boundOf(type).context().createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        return marshaller;
    }

    /** Takes no elements but those that the class declares. */
    Unmarshaller unmarshaller(Class<?> type) throws JAXBException {
        var unmarshaller = boundOf(type).context().createUnmarshaller();
        // What does not fit is passed over unless somebody minds.
        unmarshaller.setEventHandler(event -> false);
        return unmarshaller;
    }

    /**
     * For what strangers send: takes only what is valid by the schema that JAXB derives from the class. Without it 4294967297
     * is read as 1, and any word as false.
     */
    Unmarshaller validating(Class<?> type) throws JAXBException {
        var unmarshaller = unmarshaller(type);
        unmarshaller.setSchema(boundOf(type).schema());
        return unmarshaller;
    }

    private Bound boundOf(Class<?> type) {
        return bound.computeIfAbsent(type, JaxbContexts::bind);
    }

    private static Bound bind(Class<?> type) {
        try {
            var context = new JAXBContextFactory().createContext(new Class<?>[] {type}, Map.of());
            return new Bound(context, schemaOf(context));
        } catch (JAXBException | IOException | SAXException e) {
            throw new IllegalStateException("JAXB cannot bind " + type, e);
        }
    }

    private static Schema schemaOf(JAXBContext context) throws IOException, SAXException {
        var text = new StringWriter();
        context.generateSchema(new SchemaOutputResolver() {
            @Override
            public Result createOutput(String namespace, String file) {
                var result = new StreamResult(text);
                result.setSystemId(file);
                return result;
            }
        });
        var source = new StreamSource(new StringReader(text.toString()));
        return SchemaFactory.newDefaultInstance().newSchema(source);
    }
}
