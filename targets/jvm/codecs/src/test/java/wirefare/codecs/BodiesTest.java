package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.File;

/** Bodies byte for byte as targets/DATA.md has them. */
class BodiesTest {
    @ParameterizedTest
    @ValueSource(strings = {"jaxb", "jackson-xml"})
    void xmlStandsBetweenAPrologAndALineFeedWithoutSpaceInside(String codec) {
        var expected = "<?xml version=\"1.0\"?>\n<xml><file><name>ä &lt;b &amp;c</name><mtime>m</mtime><size>7</size>"
                + "<md5>x</md5></file></xml>\n";
        assertEquals(expected, text(Codecs.of("xml", codec).encodeList(Dataset.FILE, List.of(file("ä <b &c")))));
    }

    @Test
    void attributesStandInTheOrderOfTheFields() {
        assertEquals(
                "<?xml version=\"1.0\"?>\n<xml><file name=\"ä\" mtime=\"m\" size=\"7\" md5=\"x\"/></xml>\n",
                text(Codecs.of("xml-attributes", "jackson-xml").encodeList(Dataset.FILE, List.of(file("ä")))));
    }

    @Test
    void requestsBeginWithASmallLetterInXml() {
        var bytes = Codecs.of("xml", "jaxb").encode(BooksRequest.of(12));
        assertEquals("<?xml version=\"1.0\"?>\n<booksRequest><n>12</n></booksRequest>\n", text(bytes));
        assertArrayEquals(bytes, Codecs.of("xml", "jackson-xml").encode(BooksRequest.of(12)));
    }

    @Test
    void protobufLeavesOutDefaults() {
        var file = file("f");
        file.setSize(0);
        file.setMd5("");
        var expected = new byte[] {0x0a, 6, 0x0a, 1, 'f', 0x12, 1, 'm'};
        assertArrayEquals(expected, Codecs.of("protobuf", "protobuf-java").encodeList(Dataset.FILE, List.of(file)));
    }

    @ParameterizedTest
    @CsvSource({"12, 12", "12.5, 12.5", "-0.0, -0.0", "0.30000000000000004, 0.30000000000000004", "2.0E-3, 0.002",
        "1.0E16, 1.0E16", "-7, -7", "2.2250738585072014E-308, 2.2250738585072014E-308", "2.0E22, 2.0E22"})
    void doublesAreAsShortInJsonAsTheyCanBe(double value, String json) {
        var book = Dataset.BOOK.first(1).get(0);
        book.setPrice(value);
        var text = text(Codecs.of("json", "jackson").encodeList(Dataset.BOOK, List.of(book)));
        assertEquals(json, text.replaceFirst(".*\"price\":([^,]*),.*", "$1"));
    }

    private static File file(String name) {
        var file = new File();
        file.setName(name);
        file.setMtime("m");
        file.setSize(7);
        file.setMd5("x");
        return file;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
