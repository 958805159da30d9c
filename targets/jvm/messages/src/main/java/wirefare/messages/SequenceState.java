package wirefare.messages;

/**
 * What the target knows of a sequence. Bytes on the wire are null: servlet containers do not tell them by connection.
 *
 * @param cpuMs of the whole process since it began; null where the system does not tell
 * @param beganMs of the target's monotonic clock; null before
 */
public record SequenceState(
        String sequence,
        int sent,
        int received,
        int reordered,
        String failure,
        Double cpuMs,
        Long bytesReceived,
        Long bytesSent,
        double encodeMs,
        double decodeMs,
        double checkMs,
        Double beganMs,
        double nowMs) {}
