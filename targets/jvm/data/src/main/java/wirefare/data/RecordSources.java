package wirefare.data;

/** How the records of each dataset are drawn. The order of the draws is the data: it must not change. */
final class RecordSources {
    static final RecordSource<Book> BOOKS = new RecordSource<>(20170613, (draws, i) -> book(draws));
    static final RecordSource<Video> VIDEOS = new RecordSource<>(20170614, (draws, i) -> video(draws));
    static final RecordSource<File> FILES = new RecordSource<>(0, (draws, i) -> file(i));

    private static final String[] BOOK_TYPES = {"DIGITAL", "HARDCOVER", "PAPERBACK"};
    private static final String[] VIDEO_FORMATS = {"webm", "mkv", "flv", "mp4", "avi", "mov", "wmv", "ogg"};
    private static final Resolution[] RESOLUTIONS = {
        new Resolution(144, 256), new Resolution(240, 426), new Resolution(360, 640), new Resolution(480, 854),
        new Resolution(720, 1280), new Resolution(1080, 1920), new Resolution(1440, 2560), new Resolution(2160, 3840),
    };

    private record Resolution(int height, int width) {
    }

    private RecordSources() {
    }

    private static Book book(Draws draws) {
        var book = new Book();
        book.setTitle(draws.text(10, 30));
        book.setAuthor(draws.text(10, 20));
        book.setDescription(draws.text(100, 400));
        book.setImage(draws.uuid() + ".png");
        book.setNumInStock(draws.below(1_001));
        book.setPrice(draws.below(200_001) / 100.0);
        book.setType(draws.oneOf(BOOK_TYPES));
        book.setOnSale(draws.flag());
        return book;
    }

    private static Video video(Draws draws) {
        var video = new Video();
        video.setUri("https://www.youtube.com/watch?v=" + draws.letters(11));
        video.setTitle(draws.text(10, 30));
        video.setFormat(draws.oneOf(VIDEO_FORMATS));
        var resolution = draws.oneOf(RESOLUTIONS);
        video.setHeight(resolution.height());
        video.setWidth(resolution.width());
        video.setLength(10 + draws.below(3_591));
        video.setViews(draws.below(10_000_001));
        video.setEnabled(draws.flag());
        return video;
    }

    private static File file(int index) {
        var file = new File();
        file.setName("filename" + index + ".extension");
        file.setMtime("1997-07-16T19:20:30+00:00");
        file.setSize(1_231_234);
        file.setMd5("sdfasfarf4r5sf");
        return file;
    }
}
