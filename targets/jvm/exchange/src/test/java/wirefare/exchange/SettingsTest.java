package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import wirefare.data.Dataset;

class SettingsTest {
    @Test
    void whatIsNotSetIsTheContractsDefault() {
        var gate = new Gate(null, "*", Set.of("127.0.0.1", "localhost", "::1"));
        var settings = new Settings("127.0.0.1", 0, 10_000, Dataset.ALL, List.of(), gate, null);
        assertEquals(settings, Settings.read(Map.of()));
    }

    @Test
    void foldersOfOwnDataAreJoinedAsPathIs() {
        var settings = Settings.read(Map.of("WIREFARE_PAYLOADS", String.join(File.pathSeparator, "/a", "/b")));
        assertEquals(List.of(Path.of("/a"), Path.of("/b")), settings.payloads());
    }

    @Test
    void onlyDatasetsThatWillBeAskedForAreKept() {
        assertEquals(List.of(Dataset.BOOK), Settings.read(Map.of("WIREFARE_DATASETS", "book,other")).datasets());
        assertEquals(List.of(), Settings.read(Map.of("WIREFARE_DATASETS", "")).datasets());
    }

    @Test
    void aCertificateIsOfNoUseWithoutItsKey() {
        var wrong = Map.of("WIREFARE_TLS_CERT", "cert.pem");
        var message = assertThrows(IllegalArgumentException.class, () -> Settings.read(wrong)).getMessage();
        assertTrue(message.contains("WIREFARE_TLS_KEY"), message);
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        var wrong = Map.of("WIREFARE_PORT", "65536", "WIREFARE_LARGEST_N", "1000001");
        var message = assertThrows(IllegalArgumentException.class, () -> Settings.read(wrong)).getMessage();
        assertTrue(message.contains("WIREFARE_PORT is \"65536\"") && message.contains("WIREFARE_LARGEST_N"), message);
    }
}
