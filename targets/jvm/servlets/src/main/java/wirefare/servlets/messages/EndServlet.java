package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code POST /sequence/end}: the state with every message checked. */
final class EndServlet extends TargetServlet {
    private final transient Sequences sequences;

    EndServlet(Sequences sequences) {
        super("POST");
        this.sequences = sequences;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        SequenceRequest.sendJson(response, sequences.end(SequenceRequest.sequence(request, sequences)));
    }
}
