package wirefare.metro;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirefare.codecs.MalformedException;

class PrologTest {
    @ParameterizedTest
    @ValueSource(strings = {
        "<a/>", "<?xml version='1.0'?>\n<a/>", "<!-- <!DOCTYPE a> --> <a/>", "<?p <!DOCTYPE a> ?><a><!DOCTYPE b></a>"
    })
    void takesWhatHasNoDocumentType(String document) {
        assertDoesNotThrow(() -> Prolog.check(document.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "<!DOCTYPE a><a/>", "<?xml version='1.0'?><!--x-->\n <!DOCTYPE a [<!ENTITY e 'x'>]><a/>", "<!doctype a><a/>", "", "a",
        "<", "<!-- <a/>"
    })
    void refusesDocumentTypesAndWhatIsNoDocument(String document) {
        assertThrows(MalformedException.class, () -> Prolog.check(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** A declaration would pass unseen in them. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "IBM037"})
    void refusesEncodingsThatDoNotAgreeWithAscii(String charset) {
        var document = "<!DOCTYPE a><a/>".getBytes(Charset.forName(charset));
        assertThrows(MalformedException.class, () -> Prolog.check(document));
    }
}
