// Writes the documents beside this folder with java.io.ObjectOutputStream. README.md says how to run it.

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import wirefare.data.Book;
import wirefare.data.BooksRequest;
import wirefare.data.Leg;
import wirefare.data.Route;

public class Maker {
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String[] TYPES = {"DIGITAL", "HARDCOVER", "PAPERBACK"};

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        write(folder.resolve("books-3.ser"), books(3));
        write(folder.resolve("books-none.ser"), new ArrayList<Book>());
        BooksRequest request = new BooksRequest();
        request.n = 1000;
        write(folder.resolve("books-request.ser"), request);
        write(folder.resolve("route.ser"), route());
        write(folder.resolve("route-shared.ser"), sharedRoute());
        writeForeign(folder);
    }

    /** What must be refused. */
    private static void writeForeign(Path folder) throws IOException {
        HashMap<String, Integer> map = new HashMap<>();
        map.put("n", 1000);
        write(folder.resolve("foreign-map.ser"), map);
        write(folder.resolve("foreign-linked-list.ser"), new LinkedList<>(books(1)));
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        write(folder.resolve("foreign-list-in-itself.ser"), itself);
        List<Object> mixed = new ArrayList<>(books(1));
        mixed.add(new BooksRequest());
        write(folder.resolve("foreign-mixed-list.ser"), mixed);
        ArrayList<Book> withNull = books(1);
        withNull.get(0).title = null;
        write(folder.resolve("foreign-null.ser"), withNull);
        write(folder.resolve("foreign-subclass.ser"), new ArrayList<>(List.of(new Book() {})));
    }

    /** As the dataset book: see targets/DATA.md. */
    private static ArrayList<Book> books(int count) {
        Random random = new Random(20170613);
        ArrayList<Book> books = new ArrayList<>();
        for (int i = 0; i < count; i++) books.add(book(random));
        return books;
    }

    private static Book book(Random random) {
        Book book = new Book();
        book.title = text(random, 10, 30);
        book.author = text(random, 10, 20);
        book.description = text(random, 100, 400);
        book.image = image(random);
        book.numInStock = random.nextInt(1001);
        book.price = random.nextInt(200001) / 100.0;
        book.type = TYPES[random.nextInt(3)];
        book.onSale = random.nextBoolean();
        return book;
    }

    private static String text(Random random, int least, int most) {
        StringBuilder text = new StringBuilder();
        int length = least + random.nextInt(most - least + 1);
        for (int i = 0; i < length; i++) text.append(ALPHABET.charAt(random.nextInt(62)));
        return text.toString();
    }

    private static String image(Random random) {
        long high = random.nextLong();
        long low = random.nextLong();
        UUID uuid = new UUID(high & ~0xf000L | 0x4000L, low & ~0xc000000000000000L | 0x8000000000000000L);
        return uuid + ".png";
    }

    /** Records in records, lists of lists, and strings of every kind. */
    private static Route route() {
        Route route = new Route();
        route.name = "Zürich–Bern";
        route.first = legFromZurich();
        route.legs = new ArrayList<>(List.of(legFromZurich(), legFromBern()));
        route.grid = new ArrayList<>(List.of(new ArrayList<>(List.of("x")), new ArrayList<>()));
        route.notes = "é".repeat(32768);
        route.zero = -0.0;
        route.limit = Double.NEGATIVE_INFINITY;
        return route;
    }

    /** The same, but objects stand in several places. */
    private static Route sharedRoute() {
        Route route = route();
        Leg leg = route.first;
        Leg second = legFromBern();
        second.stops = leg.stops;
        route.legs = new ArrayList<>(List.of(leg, second, second));
        route.grid = new ArrayList<>(List.of(leg.stops, leg.stops));
        route.notes = route.name;
        return route;
    }

    private static Leg legFromZurich() {
        Leg leg = new Leg();
        leg.from = "Zürich \u0000 \uD83D\uDE89 \uD800";
        leg.onTime = true;
        leg.stops = new ArrayList<>(List.of("Olten", "", "Bern"));
        leg.km = 122.5;
        leg.minutes = -1;
        return leg;
    }

    private static Leg legFromBern() {
        Leg leg = new Leg();
        leg.from = "Bern";
        leg.stops = new ArrayList<>();
        leg.km = Double.NaN;
        leg.minutes = Integer.MIN_VALUE;
        return leg;
    }

    private static void write(Path file, Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        Files.write(file, bytes.toByteArray());
    }
}
