// UTF-8 bytes as text, whole: a TextDecoder without this option drops a byte order mark at the start of every
// string, as those of Flechette and FlatBuffers do.

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}
