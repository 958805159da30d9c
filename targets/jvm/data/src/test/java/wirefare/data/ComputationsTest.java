package wirefare.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComputationsTest {
    @Test
    void cm1SortsBooksByAuthorAndVideosByTitle() {
        var books = Dataset.BOOK.first(300);
        Computations.compute("cm1", Dataset.BOOK, books);
        var videos = Dataset.VIDEO.first(300);
        Computations.compute("cm1", Dataset.VIDEO, videos);
        for (var i = 1; i < 300; i++) {
            assertTrue(books.get(i - 1).getAuthor().compareTo(books.get(i).getAuthor()) <= 0);
            assertTrue(videos.get(i - 1).getTitle().compareTo(videos.get(i).getTitle()) <= 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cm2", "cm3", "cm4"})
    void theOthersLeaveTheLastSortAndWithinItTheOneBefore(String name) {
        var books = Dataset.BOOK.first(300);
        Computations.compute(name, Dataset.BOOK, books);
        for (var i = 1; i < books.size(); i++) {
            var before = books.get(i - 1);
            var after = books.get(i);
            var onSale = Boolean.compare(before.isOnSale(), after.isOnSale());
            assertTrue(onSale <= 0, "false comes first");
            assertTrue(onSale < 0 || before.getType().compareTo(after.getType()) <= 0, "sorts are stable");
        }
    }

    @Test
    void charactersAreComparedByTheirUnitsInUtf16() {
        var books = new ArrayList<Book>();
        for (var author : List.of("\uff5e", "\ud83d\ude00", "a", "Z")) {
            var book = new Book();
            book.setAuthor(author);
            books.add(book);
        }
        Computations.compute("cm1", Dataset.BOOK, books);
        assertEquals(List.of("Z", "a", "\ud83d\ude00", "\uff5e"), books.stream().map(Book::getAuthor).toList());
    }

    @Test
    void noneLeavesTheListAsItIs() {
        var books = Dataset.BOOK.first(20);
        var same = List.copyOf(books);
        Computations.compute("none", Dataset.BOOK, books);
        for (var i = 0; i < books.size(); i++) {
            assertSame(same.get(i), books.get(i));
        }
    }

    @Test
    void filesHaveNoOrder() {
        assertEquals(List.of("none"), Computations.namesFor(Dataset.FILE));
        assertThrows(IllegalArgumentException.class,
                () -> Computations.compute("cm9", Dataset.BOOK, Dataset.BOOK.first(1)));
    }
}
