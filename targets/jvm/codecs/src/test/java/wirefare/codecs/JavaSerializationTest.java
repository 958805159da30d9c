package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.FilesRequest;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.Point;

class JavaSerializationTest {
    /** What a gadget would have done. */
    private static boolean ran;

    private final Codec codec = new JavaSerialization();

    /** Does something as soon as it is read, as gadgets do. */
    private static final class Gadget implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            ran = true;
        }
    }

    /** Does something as soon as its class is initialised. Written under another name of the same length. */
    static final class Eager implements Serializable {
        private static final long serialVersionUID = 1L;

        static {
            ran = true;
        }
    }

    static final class Lager implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void otherClassesAreRefusedBeforeAnyOfTheirCodeRuns() {
        ran = false;
        refuse(codec.encode(new Gadget()));
        refuse(codec.encode(new ArrayList<>(List.of(new Gadget()))));
        var eager = new String(codec.encode(new Lager()), StandardCharsets.ISO_8859_1)
                .replace("$Lager", "$Eager")
                .getBytes(StandardCharsets.ISO_8859_1);
        refuse(eager);
        var list = codec.encode(new ArrayList<>(List.of(new Gadget())));
        assertThrows(MalformedException.class, () -> codec.decodeList(Dataset.BOOK, list));
        assertFalse(ran);
    }

    @Test
    void classesOfJavaThatArePartsOfKnownAttacksAreRefused() {
        Set<Object> deep = new HashSet<>();
        for (var i = 0; i < 30; i++) {
            deep = new HashSet<>(Arrays.asList(deep, new HashSet<>(deep)));
        }
        refuse(codec.encode(new HashMap<>()));
        refuse(codec.encode(new HashSet<>()));
        refuse(codec.encode(new int[1_000]));
        refuse(codec.encode(String.class));
        refuse(codec.encode(Thread.State.NEW));
    }

    @Test
    void anotherRequestIsNotThisOne() {
        refuse(codec.encode(FilesRequest.of(1)));
        refuse(codec.encode("text"));
        refuse(codec.encode(null));
        refuse(codec.encode(Dataset.BOOK.first(1).get(0)));
    }

    @Test
    void whatHoldsBooksHoldsNothingElse() {
        var mixed = new ArrayList<Object>(Dataset.BOOK.first(2));
        mixed.add("a string");
        var bytes = codec.encode(mixed);
        assertThrows(MalformedException.class, () -> codec.decodeList(Dataset.BOOK, bytes));
        var files = codec.encode(new ArrayList<>(Dataset.FILE.first(2)));
        assertThrows(MalformedException.class, () -> codec.decodeList(Dataset.BOOK, files));
    }

    @Test
    void recordsWithinRecordsAndListsOfThemAreRead() {
        var point = new Point();
        point.setName("Hammerbüttel");
        point.setLatitude(53.5);
        point.setLines(new ArrayList<>(List.of("U3")));
        var request = new GetRouteRequest();
        request.setStart(point);
        request.setVia(new ArrayList<>(List.of(point)));
        request.setTimeIsDeparture(true);
        var read = codec.decode(codec.encode(request), GetRouteRequest.class);
        assertEquals(53.5, read.getVia().get(0).getLatitude());
        assertEquals(List.of("U3"), read.getStart().getLines());
        assertEquals(true, read.getTimeIsDeparture());
    }

    @Test
    void aListThatSaysItIsEndlessTakesNoMemory() throws IOException {
        var bytes = codec.encode(new ArrayList<>(List.of()));
        // The field size of the list, four bytes before its block data.
        for (var i = 0; i < 4; i++) {
            bytes[bytes.length - 11 + i] = (byte) (i == 0 ? 0x7f : 0xff);
        }
        assertThrows(MalformedException.class, () -> codec.decodeList(Dataset.BOOK, bytes));
    }

    @Test
    void whatIsCutOffOrLongerIsMalformed() throws IOException {
        var good = codec.encode(BooksRequest.of(12));
        for (var length = 0; length < good.length; length++) {
            refuse(Arrays.copyOf(good, length));
        }
        refuse(Arrays.copyOf(good, good.length + 1));
        var two = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(two)) {
            out.writeObject(BooksRequest.of(1));
            out.writeObject(BooksRequest.of(2));
        }
        refuse(two.toByteArray());
    }

    private void refuse(byte[] bytes) {
        assertThrows(MalformedException.class, () -> codec.decode(bytes, BooksRequest.class));
    }
}
