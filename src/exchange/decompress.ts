// Decompression of a body, which in an exchange hides inside the transfer, where nobody can stamp it. Two
// ways to find it: the same bytes through the platform's own decompressor, less an empty body's way through
// the same pipe; or, where the platform has none for scripts (zstd nowhere, brotli in Firefox and Node only),
// what decompressing adds to an answer over a connection that is open.

import { median } from '../base/figures/median.ts';
import { parseServerTiming } from '../wire/server-timing.ts';
import type { Now } from './request-exchange.ts';

const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;

/** Content coding → what DecompressionStream calls it, and a body of no bytes. */
const STREAMS: Readonly<Record<string, { readonly format: string; readonly empty: readonly number[] }>> = {
  gzip: { format: 'gzip', empty: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  deflate: { format: 'deflate', empty: [0x78, 0x9c, 3, 0, 0, 0, 0, 1] },
  br: { format: 'brotli', empty: [0x3b] },
  zstd: { format: 'zstd', empty: [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0] },
};

/** Can a script of this platform decompress it? */
export function hasStream(coding: string): boolean {
  try {
    streamFor(coding);
    return true;
  } catch {
    return false;
  }
}

/**
 * Milliseconds, estimated: the median over rounds of (the body's time − an empty body's time), not below
 * zero.
 */
export async function timeDecompression(bytes: Uint8Array, coding: string, now: Now): Promise<number> {
  const empty = Uint8Array.from(STREAMS[coding]!.empty);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await timeOne(bytes, coding, now);
    await timeOne(empty, coding, now);
  }
  const differences: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fullMs = await timeOne(bytes, coding, now);
    const emptyMs = await timeOne(empty, coding, now);
    differences.push(fullMs - emptyMs);
  }
  return Math.max(0, median(differences));
}

/**
 * Pairs of answers: one difference of two answers is mostly noise. Where a target takes long for each, few
 * must do.
 */
const MOST_PAIRS = 25;
const PAIRS_MS = 500;
const LEAST_PAIRS = 3;
const LEAST_PAIRS_MS = 5_000;

/** Asks for the cell's body once; `opaque`: the same bytes, left as they are. */
export type Ask = (opaque: boolean) => Promise<Response>;

/**
 * Milliseconds, estimated: the median over pairs of (an answer that the client decompresses − the same bytes
 * opaque), each from its call to its whole body and less what the target says it took. Noise may take it
 * below zero. null where the target says no time of compressing: a server in front did that while it sent,
 * and it would count as ours.
 */
export async function timeByDifference(ask: Ask, now: Now): Promise<number | null> {
  const differences: number[] = [];
  const startMs = now();
  // The first pair warms up; where one alone takes all the time, it is all there is.
  for (let pair = 0; pair <= MOST_PAIRS; pair++) {
    const opaqueFirst = pair % 2 === 0;
    const first = await timeAnswer(ask, opaqueFirst, now);
    const second = await timeAnswer(ask, !opaqueFirst, now);
    const [usual, opaque] = opaqueFirst ? [second, first] : [first, second];
    if (usual.compressMs === 0) return null;
    differences.push(usual.ms - opaque.ms);
    if (now() - startMs > (pair < LEAST_PAIRS ? LEAST_PAIRS_MS : PAIRS_MS)) break;
  }
  return median(differences.length > 1 ? differences.slice(1) : differences);
}

/** `ms` is less what the target says it took. */
async function timeAnswer(
  ask: Ask,
  opaque: boolean,
  now: Now,
): Promise<{ readonly ms: number; readonly compressMs: number | null }> {
  const startMs = now();
  const response = await ask(opaque);
  await response.arrayBuffer();
  const spentMs = now() - startMs;
  const server = parseServerTiming(response.headers.get('server-timing'));
  if (server === null) return { ms: spentMs, compressMs: null };
  const { computeMs, encodeMs, compressMs } = server;
  return { ms: spentMs - computeMs - encodeMs - compressMs, compressMs };
}

async function timeOne(bytes: Uint8Array, coding: string, now: Now): Promise<number> {
  const startMs = now();
  await through(bytes, streamFor(coding));
  return now() - startMs;
}

/** Throws where the platform has none. */
function streamFor(coding: string): DecompressionStream {
  return new DecompressionStream(STREAMS[coding]!.format as CompressionFormat);
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const out = source.pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
