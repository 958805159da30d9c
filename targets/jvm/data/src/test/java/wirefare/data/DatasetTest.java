package wirefare.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DatasetTest {
    @Test
    void theFirstNOfAnyPassAreTheSame() {
        var few = Dataset.BOOK.first(3);
        var many = Dataset.BOOK.first(50);
        for (var i = 0; i < few.size(); i++) {
            assertEquals(few.get(i).getDescription(), many.get(i).getDescription());
            assertEquals(few.get(i).getPrice(), many.get(i).getPrice());
        }
    }

    @Test
    void filesAreNumberedFromZero() {
        assertEquals("filename0.extension", Dataset.FILE.first(2).get(0).getName());
        assertEquals("filename1.extension", Dataset.FILE.first(2).get(1).getName());
    }
}
