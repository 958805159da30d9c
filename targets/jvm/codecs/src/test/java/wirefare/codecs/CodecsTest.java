package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirefare.data.Book;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;

class CodecsTest {
    /** What takes escapes, what is long in UTF-8, what parsers like to lose. */
    private static final String DIFFICULT = " <Grüße & \"Küsse\"> ]]> 😀 \t\r\n 日本 'x' ";

    private final Codec json = new JacksonJson();

    static List<Codec> codecs() {
        return Codecs.all();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void everyDatasetComesBackAsItWas(Codec codec) {
        Dataset.ALL.forEach(dataset -> roundTrip(codec, dataset, 200));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void anEmptyListComesBackEmpty(Codec codec) {
        roundTrip(codec, Dataset.BOOK, 0);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void textsThatNeedEscapesComeBackAsTheyWere(Codec codec) {
        var book = Dataset.BOOK.first(1).get(0);
        book.setTitle(DIFFICULT);
        book.setAuthor("");
        book.setPrice(0.1 + 0.2);
        book.setNumInStock(Integer.MIN_VALUE);
        var books = codec.decodeList(Dataset.BOOK, codec.encodeList(Dataset.BOOK, List.of(book, new Book(book))));
        assertEquals(text(List.of(book, book)), text(books));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aRequestComesBackAsItWas(Codec codec) {
        assertEquals(1_234_567, codec.decode(codec.encode(BooksRequest.of(1_234_567)), BooksRequest.class).getN());
    }

    private <T> void roundTrip(Codec codec, Dataset<T> dataset, int n) {
        var records = dataset.first(n);
        var decoded = codec.decodeList(dataset, codec.encodeList(dataset, records));
        assertEquals(text(records), text(decoded));
    }

    private String text(Object value) {
        return new String(json.encode(value), StandardCharsets.UTF_8);
    }
}
