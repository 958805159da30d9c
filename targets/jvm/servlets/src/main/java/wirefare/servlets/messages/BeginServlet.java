package wirefare.servlets.messages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import wirefare.messages.Sequences;
import wirefare.servlets.TargetServlet;

/** {@code POST /sequence/begin}: counting starts, and so do messages that nobody has to ask for. */
final class BeginServlet extends TargetServlet {
    private final transient Sequences sequences;

    BeginServlet(Sequences sequences) {
        super("POST");
        this.sequences = sequences;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var sequence = SequenceRequest.sequence(request, sequences);
        sequence.begin();
        SequenceRequest.sendJson(response, sequence.state());
    }
}
