package wirefare.jaxws;

/**
 * An answer, whole.
 *
 * @param encoded the body as it came
 * @param body decompressed
 * @param contentEncoding empty where there was none
 * @param serverTiming null where there was none
 */
record HttpAnswer(
        int status, byte[] encoded, byte[] body, String contentType, String contentEncoding, String serverTiming) {
    int bytesEncoded() {
        return encoded.length;
    }
}
