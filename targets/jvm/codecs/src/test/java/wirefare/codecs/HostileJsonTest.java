package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirefare.data.BooksRequest;

class HostileJsonTest {
    private final Codec json = new JacksonJson();

    @ParameterizedTest
    @ValueSource(strings = {
        "", "null", "[]", "7", "{", "{\"n\":1}}", "{\"n\":1} 2", "{\"n\":\"1\"}", "{\"n\":1.5}", "{\"n\":true}",
        "{\"n\":\"\"}", "{\"n\":99999999999}", "{\"n\":1,\"m\":2}", "{\"n\":1,\"n\":2}",
        "{\"n\":[1]}", "{\"n\":{}}", "<booksRequest/>",
    })
    void whatIsNoRequestIsMalformed(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThrows(MalformedException.class, () -> json.decode(bytes, BooksRequest.class));
    }

    /** The operation refuses it, as it does any number that is out of range. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"n\":null}"})
    void withoutANumberNothingIsAskedFor(String text) {
        assertEquals(0, json.decode(text.getBytes(StandardCharsets.UTF_8), BooksRequest.class).getN());
    }
}
