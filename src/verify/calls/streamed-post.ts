// Posts that an HTTP library would not make: a length announced and not sent, a body without a length that
// goes on.

import { connect } from 'node:net';
import { requestUrl, type TargetAddress } from '../../wire/target-contract.ts';

export interface StreamedPost {
  readonly path: string;
  readonly contentType: string;
  /** What Content-Length says; null sends chunks. */
  readonly announcedBytes: number | null;
  readonly sentBytes: number;
}

/** The answer's head and what came of its body with it. Rejects where none comes within the limit. */
export function answerToStreamed(
  target: TargetAddress,
  post: StreamedPost,
  timeoutMs: number,
): Promise<string> {
  const { contentType, announcedBytes, sentBytes } = post;
  const { hostname, port, host, pathname, search } = new URL(requestUrl(target, post.path));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    const came: Buffer[] = [];
    const end = (error: Error | null) => {
      socket.destroy();
      const answer = Buffer.concat(came).toString('utf8');
      if (answer !== '') resolve(answer);
      else reject(error ?? new Error('the connection was closed without an answer'));
    };
    socket.setTimeout(timeoutMs, () => end(new Error(`no answer within ${timeoutMs} ms`)));
    socket.on('error', end);
    socket.on('close', () => end(null));
    socket.on('data', (data) => {
      came.push(data);
      if (data.includes('}') || data.includes('\r\n\r\n')) setImmediate(() => end(null));
    });
    const length =
      announcedBytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${announcedBytes}`;
    socket.write(
      `POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${contentType}\r\n${length}\r\n\r\n`,
    );
    const piece = Buffer.alloc(Math.min(sentBytes, 50_000), ' ');
    for (let sent = 0; sent < sentBytes; sent += piece.length) {
      if (announcedBytes === null) socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      if (announcedBytes === null) socket.write('\r\n');
    }
  });
}

/** Of an HTTP/1.1 answer; NaN where it is none. */
export function parseStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}
