// Bytes of an open file, from one place to before another.

import { readSync } from 'node:fs';

/** Throws where the file ends before. */
export function bytesAt(file: number, start: number, end: number): ArrayBuffer {
  const buffer = new ArrayBuffer(end - start);
  const view = new Uint8Array(buffer);
  for (let read = 0; read < view.length; ) {
    const more = readSync(file, view, read, view.length - read, start + read);
    if (more === 0) throw new RangeError('the file ends too early');
    read += more;
  }
  return buffer;
}
