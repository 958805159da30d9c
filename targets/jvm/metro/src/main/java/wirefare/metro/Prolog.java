package wirefare.metro;

import java.nio.charset.StandardCharsets;
import wirefare.codecs.MalformedException;

/**
 * What stands before the first element of a document. JAX-WS passes over a document type declaration, which is safe, and
 * not what the contract wants: such documents are refused.
 */
final class Prolog {
    private final byte[] document;
    private int at;

    private Prolog(byte[] document) {
        this.document = document;
    }

    /** @throws MalformedException where a document type declaration is there, or no text in which it could be seen */
    static void check(byte[] document) {
        new Prolog(document).skipToElement();
    }

    private void skipToElement() {
        skip("\u00ef\u00bb\u00bf");
        while (true) {
            skipSpace();
            if (skip("<?")) {
                skipPast("?>");
            } else if (skip("<!--")) {
                skipPast("-->");
            } else if (skip("<!")) {
                throw new MalformedException("documents with a document type are refused");
            } else if (skip("<") && at < document.length && document[at] != 0) {
                return;
            } else {
                // Other encodings than those that agree with ASCII: a declaration would pass unseen.
                throw new MalformedException("an XML document in UTF-8 is wanted");
            }
        }
    }

    private void skipSpace() {
        while (at < document.length && " \t\r\n".indexOf(document[at]) >= 0) {
            at++;
        }
    }

    /** Whether it stood there. */
    private boolean skip(String text) {
        var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (document.length - at < bytes.length) {
            return false;
        }
        for (var i = 0; i < bytes.length; i++) {
            if (document[at + i] != bytes[i]) {
                return false;
            }
        }
        at += bytes.length;
        return true;
    }

    private void skipPast(String text) {
        while (at < document.length && !skip(text)) {
            at++;
        }
    }
}
