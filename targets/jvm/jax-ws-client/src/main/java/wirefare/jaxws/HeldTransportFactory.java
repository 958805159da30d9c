package wirefare.jaxws;

import com.sun.xml.ws.api.pipe.ClientTubeAssemblerContext;
import com.sun.xml.ws.api.pipe.TransportTubeFactory;
import com.sun.xml.ws.api.pipe.Tube;

/** Found by JAX-WS through META-INF/services: puts {@link HeldTransport} in the place of its own transport. */
public final class HeldTransportFactory extends TransportTubeFactory {
    @Override
    public Tube doCreate(ClientTubeAssemblerContext context) {
        return new HeldTransport(context.getCodec());
    }
}
