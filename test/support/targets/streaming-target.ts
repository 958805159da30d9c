// A server in front of the embedded target, for tests of the suite: gzip as it goes, in chunks, as Apache's
// mod_deflate does it; with every way to do that wrongly.

import { createGzip, gzipSync } from 'node:zlib';
import type { TargetListener, TargetRequest, TargetResponse } from '../../../src/target/send.ts';
import { type CapturedAnswer, type Cheat, capturing, send, withHeaders } from './cheating-target.ts';

export interface Streaming {
  /** As in `features`; absent: `['gzip']`. null: it says nothing of it. */
  readonly streamed?: readonly string[] | null;
  /** Of what it does; absent: 6, which is what it says. */
  readonly level?: number;
  /** What becomes of the target's uncompressed answer; absent: gzip while sending. */
  readonly sends?: (response: TargetResponse, plain: CapturedAnswer, level: number) => void;
  /** What becomes of an answer that it asks the target for as it is (`opaque`). */
  readonly passes?: (answer: CapturedAnswer) => CapturedAnswer;
}

/** The only level that such a server has. */
const LEVEL = 6;

export function streaming({
  streamed = ['gzip'],
  level = LEVEL,
  sends = gzipped,
  passes,
}: Streaming = {}): Cheat {
  return {
    handler: (real) => (request, response) => {
      const url = request.url ?? '/';
      if (url === '/about')
        return real(
          request,
          capturing(response, (answer) => send(response, about(answer, streamed))),
        );
      if (url.includes('opaque=1')) return passed(real, request, response, passes);
      if (!url.startsWith('/exchange') || !isOfItsLevel(url)) return real(request, response);
      const plain = withUrl(
        request,
        url.replace('compression=gzip', 'compression=none').replace(/&level=\d+/, ''),
      );
      real(
        plain,
        capturing(response, (answer) => answered(response, answer, level, sends)),
      );
    },
  };
}

function about(answer: CapturedAnswer, streamed: readonly string[] | null): CapturedAnswer {
  const said = JSON.parse(answer.body.toString()) as { features: Record<string, unknown> };
  const { compressions } = said.features as { compressions: object };
  const features = {
    ...said.features,
    compressions: { ...compressions, gzip: [LEVEL] },
    ...(streamed !== null && { streamed }),
  };
  const body = Buffer.from(JSON.stringify({ ...said, features }));
  return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
}

function isOfItsLevel(url: string): boolean {
  const { searchParams } = new URL(url, 'http://target');
  return searchParams.get('compression') === 'gzip' && searchParams.get('level') === String(LEVEL);
}

function passed(
  real: TargetListener,
  request: TargetRequest,
  response: TargetResponse,
  change: Streaming['passes'],
): void {
  if (change === undefined) real(request, response);
  else
    real(
      request,
      capturing(response, (answer) => send(response, change(answer))),
    );
}

function answered(
  response: TargetResponse,
  answer: CapturedAnswer,
  level: number,
  sends: NonNullable<Streaming['sends']>,
): void {
  if (answer.status === 200) sends(response, withoutCompressing(answer), level);
  else send(response, answer);
}

/** The target's own compressor for `none` takes a microsecond; nothing was compressed yet. */
function withoutCompressing(answer: CapturedAnswer): CapturedAnswer {
  const said = answer.headers.get('server-timing') ?? '';
  return withHeaders(answer, { 'server-timing': said.replace(/compress;dur=[\d.]+/, 'compress;dur=0.0000') });
}

function withUrl(request: TargetRequest, url: string): TargetRequest {
  return Object.create(request, { url: { value: url } }) as TargetRequest;
}

export function gzipped(response: TargetResponse, plain: CapturedAnswer, level: number): void {
  head(response, plain);
  const gzip = createGzip({ level });
  gzip.pipe(response);
  gzip.end(plain.body);
}

/** Status and headers of an answer whose length nobody knows yet. */
function head(response: TargetResponse, plain: CapturedAnswer): void {
  const { headers } = withHeaders(plain, { 'content-length': null, 'content-encoding': 'gzip' });
  for (const [name, value] of headers) response.setHeader(name, value);
}

/** The whole body at once, in chunks that this makes of it; over HTTP/1.1 alone. */
export function framed(frame: (compressed: Buffer) => Buffer): NonNullable<Streaming['sends']> {
  return (response, plain, level) => {
    const { headers } = withHeaders(plain, {
      'content-length': null,
      'content-encoding': 'gzip',
      'transfer-encoding': 'chunked',
    });
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { socket } = response as { socket: NonNullable<TargetRequest['socket']> };
    socket.write(`HTTP/1.1 200 OK\r\n${lines}connection: close\r\n\r\n`);
    socket.end(frame(gzipSync(plain.body, { level })));
  };
}
