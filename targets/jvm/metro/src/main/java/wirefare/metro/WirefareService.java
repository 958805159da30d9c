package wirefare.metro;

import com.sun.xml.ws.developer.SchemaValidation;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.function.Supplier;
import wirefare.codecs.MalformedException;
import wirefare.data.Books;
import wirefare.data.BooksRequest;
import wirefare.data.FilesRequest;
import wirefare.data.RefusedCallException;
import wirefare.data.Videos;
import wirefare.data.VideosRequest;
import wirefare.data.Xml;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.CheckNameResponse;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.GetRouteResponse;
import wirefare.data.transit.InitRequest;
import wirefare.data.transit.InitResponse;
import wirefare.exchange.Operations;
import wirefare.servlets.FailureLog;
import wirefare.soap.Serialized;
import wirefare.soap.Wirefare;

/**
 * The service. JAX-WS has bound the request when an operation is entered, and begins to bind the answer when it is left:
 * these are the marks of the phases. Requests are held to the schema of the WSDL, because JAXB alone passes over what does
 * not fit; answers, which are ours, are not.
 */
@SchemaValidation(outbound = false)
@WebService(
        serviceName = "WirefareService",
        portName = "WirefarePort",
        targetNamespace = Wirefare.NAMESPACE,
        endpointInterface = "wirefare.soap.Wirefare")
public class WirefareService implements Wirefare {
    @Resource
    private WebServiceContext context;

    @Override
    public Books books(BooksRequest request) {
        return carryOut(() -> new Books(operations().books(request)));
    }

    @Override
    public Videos videos(VideosRequest request) {
        return carryOut(() -> new Videos(operations().videos(request)));
    }

    @Override
    public Xml files(FilesRequest request) {
        return carryOut(() -> new Xml(operations().files(request)));
    }

    @Override
    public InitResponse init(InitRequest request) {
        return carryOut(() -> operations().transit().init(request));
    }

    @Override
    public CheckNameResponse checkName(CheckNameRequest request) {
        return carryOut(() -> operations().transit().checkName(request));
    }

    @Override
    public GetRouteResponse getRoute(GetRouteRequest request) {
        return carryOut(() -> operations().transit().getRoute(request));
    }

    @Override
    public Serialized serialized(Serialized request) {
        return refusing(() -> {
            var marks = marks();
            marks.enter(true);
            return SerializedCall.of(request, operations()).answer(marks.phases());
        });
    }

    private <T> T carryOut(Supplier<T> operation) {
        return refusing(() -> {
            var marks = marks();
            marks.enter(false);
            marks.phases().decoded();
            var answer = operation.get();
            marks.phases().computed();
            return answer;
        });
    }

    /** What a client is to blame for is a fault that says so; of our own failures the first ones are logged. */
    private <T> T refusing(Supplier<T> work) {
        try {
            return work.get();
        } catch (RefusedCallException | MalformedException e) {
            throw new SOAPFaultException(Faults.client(e.getMessage()));
        } catch (RuntimeException | OutOfMemoryError e) {
            ((FailureLog) servletContext().getAttribute(ServiceListener.FAILURES)).log(e);
            throw e;
        }
    }

    private CallMarks marks() {
        var request = (ServletRequest) context.getMessageContext().get(MessageContext.SERVLET_REQUEST);
        return (CallMarks) request.getAttribute(SoapFilter.MARKS);
    }

    private Operations operations() {
        return (Operations) servletContext().getAttribute(ServiceListener.OPERATIONS);
    }

    private ServletContext servletContext() {
        return (ServletContext) context.getMessageContext().get(MessageContext.SERVLET_CONTEXT);
    }
}
