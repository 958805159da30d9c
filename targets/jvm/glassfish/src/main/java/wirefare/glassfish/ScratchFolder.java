package wirefare.glassfish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Where GlassFish unpacks itself (some 6 to 20 MB): a folder named after the process, so that whoever starts next can tell
 * what a killed one left behind and delete it.
 */
record ScratchFolder(Path path) {

    static ScratchFolder below(Path dataDir) throws IOException {
        var all = Files.createDirectories(dataDir.resolve("glassfish"));
        deleteLeftBehind(all);
        return new ScratchFolder(Files.createDirectories(all.resolve(String.valueOf(ProcessHandle.current().pid()))));
    }

    private static void deleteLeftBehind(Path all) throws IOException {
        try (var folders = Files.newDirectoryStream(all, ScratchFolder::isLeftBehind)) {
            for (var folder : folders) {
                new ScratchFolder(folder).delete();
            }
        }
    }

    /** Of a process that is no more, or of a former one with our own id. */
    private static boolean isLeftBehind(Path folder) {
        var name = folder.getFileName().toString();
        if (!name.matches("\\d{1,18}")) {
            return false;
        }
        var pid = Long.parseLong(name);
        return pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty();
    }

    /** What cannot be deleted stays: this is no reason for a target not to start or not to end. */
    void delete() {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("target glassfish: " + path + " was not deleted: " + e.getMessage());
        }
    }
}
