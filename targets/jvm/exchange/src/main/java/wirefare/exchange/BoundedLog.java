package wirefare.exchange;

import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What a server logs by java.util.logging, from warnings up, on stderr: the first so many lines, since one for each
 * bad request fills disks.
 */
public final class BoundedLog extends ConsoleHandler {
    private static final int MOST_RECORDS = 200;

    private int records;

    private BoundedLog() {
        setLevel(Level.WARNING);
    }

    /** To be called before the server makes its loggers. */
    public static void install() {
        LogManager.getLogManager().reset();
        var root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        root.addHandler(new BoundedLog());
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (!isLoggable(record) || records > MOST_RECORDS) {
            return;
        }
        records++;
        if (records > MOST_RECORDS) {
            super.publish(new LogRecord(Level.WARNING, MOST_RECORDS + " records were logged: no more are"));
        } else {
            super.publish(record);
        }
    }
}
