package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;

class HostileXmlTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    static List<Codec> codecs() {
        return Codecs.all().stream().filter(codec -> codec.contentType().equals("application/xml")).toList();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aDocumentTypeIsRefusedEvenWhereNothingIsMadeOfIt(Codec codec) {
        refuse(codec, "<!DOCTYPE booksRequest><booksRequest><n>1</n></booksRequest>");
        refuse(codec, "<?xml version='1.0'?><!-- c --><!DOCTYPE booksRequest SYSTEM 'x.dtd'><booksRequest n='1'/>");
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void entitiesWithinEntitiesAreNotExpanded(Codec codec) {
        var bomb = new StringBuilder("<!DOCTYPE b [<!ENTITY e0 '1111111111'>");
        for (var i = 1; i < 12; i++) {
            bomb.append("<!ENTITY e%d '%s'>".formatted(i, ("&e" + (i - 1) + ";").repeat(10)));
        }
        var text = bomb.append("]><booksRequest><n>&e11;</n></booksRequest>").toString();
        assertTimeoutPreemptively(SOON, () -> refuse(codec, text));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void filesThatADocumentNamesAreNotRead(Codec codec, @TempDir Path folder) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "42424242");
        var text = "<!DOCTYPE b [<!ENTITY f SYSTEM '%s'>]><booksRequest><n>&f;</n></booksRequest>";
        var refusal = refuse(codec, text.formatted(secret.toUri()));
        assertFalse(refusal.getMessage().contains("42424242"));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void addressesThatADocumentNamesAreNotAsked(Codec codec) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = "http://127.0.0.1:" + server.getLocalPort() + "/x.dtd";
            refuse(codec, "<!DOCTYPE b SYSTEM '%s'><booksRequest><n>1</n></booksRequest>".formatted(address));
            refuse(codec, "<!DOCTYPE b [<!ENTITY %% p SYSTEM '%s'> %%p;]><booksRequest n='1'/>".formatted(address));
            server.setSoTimeout(50);
            assertThrows(SocketTimeoutException.class, server::accept);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatIsNoRequestIsMalformed(Codec codec) {
        for (var text : List.of("", "   ", "no xml", "<booksRequest>", "<booksRequest><n>1</n></booksRequest><more/>",
                "<booksRequest><n>1</n></booksRequest>more", "<booksRequest><n>many</n></booksRequest>",
                "<booksRequest><n>1</n><m>2</m></booksRequest>", "<booksRequest><n>&undeclared;</n></booksRequest>",
                "<booksRequest><n>1.5</n></booksRequest>", "<booksRequest><n>99999999999</n></booksRequest>",
                "<booksRequest><n>4294967297</n></booksRequest>",
                "<videosRequest><n>1</n></videosRequest>")) {
            refuse(codec, text);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void listsAreReadByTheSameRules(Codec codec) {
        var text = "<!DOCTYPE books [<!ENTITY e 'x'>]><books></books>";
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThrows(MalformedException.class, () -> codec.decodeList(Dataset.BOOK, bytes));
        assertEquals(0, codec.decodeList(Dataset.BOOK, "<books></books>".getBytes(StandardCharsets.UTF_8)).size());
    }

    private static MalformedException refuse(Codec codec, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return assertThrows(MalformedException.class, () -> codec.decode(bytes, BooksRequest.class), text);
    }
}
