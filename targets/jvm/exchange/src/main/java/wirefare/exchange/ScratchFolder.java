package wirefare.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;

/**
 * Where a server may keep what it likes: a folder with a locked file beside it. The lock ends with the process
 * however that ended, so that whoever starts next can tell what was left behind and delete it.
 */
public final class ScratchFolder {
    private static final String LOCK = ".lock";

    private final Path path;
    private final Path lockFile;
    private final FileChannel lock;

    private ScratchFolder(Path path, Path lockFile, FileChannel lock) {
        this.path = path;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** @param name of the target */
    public static ScratchFolder of(String name) throws IOException {
        var all = Files.createDirectories(dataDir().resolve(name));
        deleteLeftBehind(all);
        var lockFile = Files.createTempFile(all, "scratch-", LOCK);
        var lock = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        lock.lock();
        return new ScratchFolder(Files.createDirectories(folderOf(lockFile)), lockFile, lock);
    }

    private static Path dataDir() {
        var folder = System.getenv("WIREFARE_DATA_DIR");
        return Path.of(folder == null || folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }

    private static Path folderOf(Path lockFile) {
        var name = lockFile.getFileName().toString();
        return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    }

    private static void deleteLeftBehind(Path all) throws IOException {
        try (var locks = Files.newDirectoryStream(all, "scratch-*" + LOCK)) {
            for (var lockFile : locks) {
                try (var channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
                    if (channel.tryLock() != null) {
                        new ScratchFolder(folderOf(lockFile), lockFile, channel).delete();
                    }
                } catch (IOException e) {
                    // Another process deletes it at this moment, or we may not: both are none of our business.
                }
            }
        }
    }

    public Path path() {
        return path;
    }

    /** What cannot be deleted stays: this is no reason for a target not to start or not to end. */
    public void delete() {
        try {
            if (Files.exists(path)) {
                deleteAll();
            }
            Files.deleteIfExists(lockFile);
            lock.close();
        } catch (IOException | UncheckedIOException e) {
            System.err.println(path + " was not deleted: " + e.getMessage());
        }
    }

    private void deleteAll() throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
