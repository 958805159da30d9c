package wirefare.codecs;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import wirefare.codecs.proto.Books;
import wirefare.codecs.proto.Videos;
import wirefare.codecs.proto.Xml;
import wirefare.data.Book;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.File;
import wirefare.data.FilesRequest;
import wirefare.data.ListRequest;
import wirefare.data.Video;
import wirefare.data.VideosRequest;

/** Between the beans of the data and the generated classes, field by field. */
final class ProtobufMessages {
    private ProtobufMessages() {
    }

    static <T> MessageLite ofList(Dataset<T> dataset, List<T> records) {
        return switch (dataset.name()) {
            case "book" -> books(records);
            case "video" -> videos(records);
            case "file" -> files(records);
            default -> throw new IllegalArgumentException("no message for " + dataset.name());
        };
    }

    static <T> List<T> records(Dataset<T> dataset, byte[] bytes) throws InvalidProtocolBufferException {
        return switch (dataset.name()) {
            case "book" -> beans(dataset, Books.parseFrom(bytes).getItemsList(), ProtobufMessages::book);
            case "video" -> beans(dataset, Videos.parseFrom(bytes).getItemsList(), ProtobufMessages::video);
            case "file" -> beans(dataset, Xml.parseFrom(bytes).getItemsList(), ProtobufMessages::file);
            default -> throw new IllegalArgumentException("no message for " + dataset.name());
        };
    }

    static MessageLite of(Object record) {
        if (record instanceof ListRequest request) {
            // The three requests are alike: one field, numbered 1.
            return wirefare.codecs.proto.BooksRequest.newBuilder().setN(request.getN()).build();
        }
        throw new IllegalArgumentException("no message for " + record.getClass());
    }

    static Object record(Class<?> type, byte[] bytes) throws InvalidProtocolBufferException {
        if (!ListRequest.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("no message for " + type);
        }
        var n = wirefare.codecs.proto.BooksRequest.parseFrom(bytes).getN();
        return type == BooksRequest.class ? BooksRequest.of(n)
                : type == VideosRequest.class ? VideosRequest.of(n)
                : FilesRequest.of(n);
    }

    private interface ToBean<M, T> {
        T of(M message);
    }

    @SuppressWarnings("unchecked")
    private static <T, M, B> List<T> beans(Dataset<T> dataset, List<M> messages, ToBean<M, B> toBean) {
        var beans = new ArrayList<T>(messages.size());
        for (var message : messages) {
            beans.add((T) toBean.of(message));
        }
        return beans;
    }

    private static Books books(List<?> records) {
        var books = Books.newBuilder();
        for (var each : records) {
            var book = (Book) each;
            books.addItems(wirefare.codecs.proto.Book.newBuilder()
                    .setTitle(book.getTitle())
                    .setAuthor(book.getAuthor())
                    .setDescription(book.getDescription())
                    .setImage(book.getImage())
                    .setNumInStock(book.getNumInStock())
                    .setPrice(book.getPrice())
                    .setType(book.getType())
                    .setOnSale(book.isOnSale()));
        }
        return books.build();
    }

    private static Book book(wirefare.codecs.proto.Book message) {
        var book = new Book();
        book.setTitle(message.getTitle());
        book.setAuthor(message.getAuthor());
        book.setDescription(message.getDescription());
        book.setImage(message.getImage());
        book.setNumInStock(message.getNumInStock());
        book.setPrice(message.getPrice());
        book.setType(message.getType());
        book.setOnSale(message.getOnSale());
        return book;
    }

    private static Videos videos(List<?> records) {
        var videos = Videos.newBuilder();
        for (var each : records) {
            var video = (Video) each;
            videos.addItems(wirefare.codecs.proto.Video.newBuilder()
                    .setUri(video.getUri())
                    .setTitle(video.getTitle())
                    .setFormat(video.getFormat())
                    .setHeight(video.getHeight())
                    .setWidth(video.getWidth())
                    .setLength(video.getLength())
                    .setViews(video.getViews())
                    .setEnabled(video.isEnabled()));
        }
        return videos.build();
    }

    private static Video video(wirefare.codecs.proto.Video message) {
        var video = new Video();
        video.setUri(message.getUri());
        video.setTitle(message.getTitle());
        video.setFormat(message.getFormat());
        video.setHeight(message.getHeight());
        video.setWidth(message.getWidth());
        video.setLength(message.getLength());
        video.setViews(message.getViews());
        video.setEnabled(message.getEnabled());
        return video;
    }

    private static Xml files(List<?> records) {
        var files = Xml.newBuilder();
        for (var each : records) {
            var file = (File) each;
            files.addItems(wirefare.codecs.proto.File.newBuilder()
                    .setName(file.getName())
                    .setMtime(file.getMtime())
                    .setSize(file.getSize())
                    .setMd5(file.getMd5()));
        }
        return files.build();
    }

    private static File file(wirefare.codecs.proto.File message) {
        var file = new File();
        file.setName(message.getName());
        file.setMtime(message.getMtime());
        file.setSize(message.getSize());
        file.setMd5(message.getMd5());
        return file;
    }
}
