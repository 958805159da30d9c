// Chunked bodies (RFC 9112, 7.1) taken apart by hand: an HTTP library would wait for what does not come, or
// forgive.

/**
 * What a raw chunked body holds, or what is wrong with its framing. Bytes after the last chunk are wrong too.
 */
export type Unchunked = { readonly body: Buffer } | { readonly wrong: string };

export function unchunked(raw: Buffer): Unchunked {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = raw.indexOf('\r\n', at);
    const size = end < 0 ? null : parseChunkSize(raw.toString('latin1', at, end));
    if (size === null) return { wrong: `no chunk begins at byte ${at} of the body` };
    at = end + 2;
    if (size === 0) return afterLast(raw, at, Buffer.concat(parts));
    const next = at + size + 2;
    if (next > raw.length)
      return { wrong: `the chunk at byte ${at} has ${size} bytes, and ${raw.length - at} follow` };
    if (raw.toString('latin1', at + size, next) !== '\r\n')
      return { wrong: `the chunk at byte ${at} does not end where it says` };
    parts.push(raw.subarray(at, at + size));
    at = next;
  }
}

function parseChunkSize(line: string): number | null {
  const digits = /^([0-9a-f]+)\s*(?:;.*)?$/i.exec(line)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/** Trailer fields, if any, and an empty line. */
function afterLast(raw: Buffer, at: number, body: Buffer): Unchunked {
  const rest = raw.toString('latin1', at);
  return /^(?:[^\r\n]+\r\n)*\r\n$/.test(rest)
    ? { body }
    : { wrong: `${rest.length} bytes follow the last chunk` };
}
