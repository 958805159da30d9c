// What stands in the TLS record that brings an answer's head: read from the decrypted bytes of a plain
// connection, of which Node hands out each record by itself.

import { connect, type TLSSocket } from 'node:tls';
import type { SecurePlace } from '../secure-check.ts';

const FRAME_HEAD_BYTES = 9;
const DATA_FRAME = 0;
const HEADERS_FRAME = 1;
const END_OF_STREAM_AND_HEADERS = 5;

/**
 * Bytes of the body in the record that brings the head of GET `path`. Rejects where no head comes within the
 * limit.
 */
export function bodyBytesBesideHead(place: SecurePlace, path: string, timeoutMs: number): Promise<number> {
  const { protocol, origin, port, certificate } = place;
  const { hostname: host, host: authority } = new URL(origin);
  const read = protocol === 'h2' ? h2Reader() : http1Reader;
  return new Promise((resolve, reject) => {
    const ALPNProtocols = [protocol === 'h2' ? 'h2' : 'http/1.1'];
    const request = protocol === 'h2' ? h2Request(path, authority) : http1Request(path, authority);
    const socket: TLSSocket = connect({ host, port, ca: certificate, ALPNProtocols }, () =>
      socket.write(request),
    );
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(`GET ${path}: ${why}`));
    };
    socket.setTimeout(timeoutMs, () => fail(`no head within ${timeoutMs} ms`));
    socket.on('error', ({ message }) => fail(message));
    socket.once('close', () => fail('the connection was closed before the head came'));
    socket.on('data', (record: Buffer) => {
      const bytes = read(record);
      if (bytes === null) return;
      resolve(bytes);
      socket.destroy();
    });
  });
}

function http1Request(path: string, authority: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
}

/** null as long as the head is not at its end. */
function http1Reader(record: Buffer): number | null {
  const end = record.indexOf('\r\n\r\n');
  return end < 0 ? null : record.length - end - 4;
}

/**
 * Preface, an empty SETTINGS frame, and a HEADERS frame of static-table entries and literals (RFC 7541,
 * 6.2.2).
 */
function h2Request(path: string, authority: string): Buffer {
  const literal = (nameIndex: number, value: string) =>
    Buffer.concat([Buffer.from([nameIndex, value.length]), Buffer.from(value)]);
  const [method, scheme] = [0x82, 0x87];
  const fields = Buffer.concat([Buffer.from([method, scheme]), literal(4, path), literal(1, authority)]);
  const head = Buffer.from([0, 0, fields.length, HEADERS_FRAME, END_OF_STREAM_AND_HEADERS, 0, 0, 0, 1]);
  return Buffer.concat([
    Buffer.from(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0\0\0\x04\0\0\0\0\0'}`),
    head,
    fields,
  ]);
}

/** Follows the frames through the records: of DATA in the record of HEADERS it counts what is there. */
function h2Reader(): (record: Buffer) => number | null {
  let pending = Buffer.alloc(0);
  return (record) => {
    let rest = Buffer.concat([pending, record]);
    let sawHead = false;
    let bodyBytes = 0;
    while (rest.length >= FRAME_HEAD_BYTES) {
      const end = FRAME_HEAD_BYTES + rest.readUIntBE(0, 3);
      const type = rest[3];
      if (type === DATA_FRAME) bodyBytes += Math.min(end, rest.length) - FRAME_HEAD_BYTES;
      if (rest.length < end) break;
      if (type === HEADERS_FRAME) sawHead = true;
      rest = rest.subarray(end);
    }
    pending = rest;
    return sawHead ? bodyBytes : null;
  };
}
