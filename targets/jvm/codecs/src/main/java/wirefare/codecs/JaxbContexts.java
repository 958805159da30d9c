package wirefare.codecs;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;

/**
 * JAXB's contexts, one a class, made when it comes first. The factory is named: GlassFish puts EclipseLink MOXy in the
 * place of the reference implementation, and the same codec would be another one there.
 */
final class JaxbContexts {
    private final Map<Class<?>, JAXBContext> contexts = new ConcurrentHashMap<>();

    /** Writes no declaration. */
    Marshaller marshaller(Class<?> type) throws JAXBException {
        var marshaller = contextOf(type).createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        return marshaller;
    }

    /**
     * Takes no elements but those that the class declares; the adapters of requests see to their values. Validation by
     * a schema would see to both, and take three times as long as all the rest.
     */
    Unmarshaller unmarshaller(Class<?> type) throws JAXBException {
        var unmarshaller = contextOf(type).createUnmarshaller();
        // What does not fit is passed over unless somebody minds.
        unmarshaller.setEventHandler(event -> false);
        return unmarshaller;
    }

    private JAXBContext contextOf(Class<?> type) {
        return contexts.computeIfAbsent(type, JaxbContexts::create);
    }

    private static JAXBContext create(Class<?> type) {
        try {
            return new JAXBContextFactory().createContext(new Class<?>[] {type}, Map.of());
        } catch (JAXBException e) {
            throw new IllegalStateException("JAXB cannot bind " + type, e);
        }
    }
}
