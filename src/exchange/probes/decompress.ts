// Decompression of a body, which in an exchange hides behind the first byte, where nobody can stamp it: in
// the transfer of Chromium and Node, in the delivery of Firefox, in both of WebKit. It is what an answer
// takes more that the client decompresses than the same bytes opaque, over a connection that is open. A
// decompressor that scripts can call is no measure of it: that one is fed and awaited piece by piece in the
// page, where the browser decompresses beside it while more arrives.

import type { Random } from '../../base/random.ts';
import type { Protocol } from '../../factors/protocol.ts';
import type { Decompression } from '../../wire/agent-protocol.ts';
import type { Sample } from '../../wire/sample.ts';
import { parseServerTiming } from '../../wire/server-timing.ts';
import type { Now, RequestMarks } from '../request-exchange.ts';
import { type Entries, sampleFromMarks, tidy } from '../sample-from-marks.ts';

const MOST_PAIRS = 60;
/** One difference of two answers is mostly noise, and only of several is it known how much. */
const LEAST_PAIRS = 2;
/** Where a target takes so long, one pair must do. */
const LEAST_PAIRS_MS = 5_000;
/**
 * A single pair is asked for where answers take so long that nothing of the one before is left in the next.
 */
const ONE_PAIR = 1;
/** And where it takes so long, these two, however many were asked for. */
const MORE_PAIRS_MS = 1_000;

/** Asks for the cell's body once, from its call to its bytes; `opaque`: left as they are. */
export type Ask = (opaque: boolean, pair: number) => Promise<RequestMarks>;

/** The same bytes twice. */
export interface AnswerPair {
  readonly usual: RequestMarks;
  readonly opaque: RequestMarks;
}

/**
 * Pairs of answers, in random order within each, for about `withinMs`, `leastPairs` at least where they do
 * not take long. One opaque answer goes before, which nobody counts, except where a single pair is asked for,
 * since that is of an answer that takes long. null where a target says no time of compressing: a server in
 * front did that while it sent, and it would count as ours.
 */
export async function askInPairs(
  ask: Ask,
  now: Now,
  random: Random,
  withinMs: number,
  leastPairs = LEAST_PAIRS,
): Promise<readonly AnswerPair[] | null> {
  const endsMs = (count: number) => {
    if (count < Math.min(LEAST_PAIRS, leastPairs)) return LEAST_PAIRS_MS;
    return count < leastPairs ? Math.max(withinMs, MORE_PAIRS_MS) : withinMs;
  };
  const startMs = now();
  if (leastPairs > ONE_PAIR) await ask(true, 0);
  const pairs: AnswerPair[] = [];
  while (pairs.length < MOST_PAIRS) {
    const opaqueFirst = random() < 0.5;
    const first = await ask(opaqueFirst, pairs.length);
    const second = await ask(!opaqueFirst, pairs.length);
    const [usual, opaque] = opaqueFirst ? [second, first] : [first, second];
    const said = parseServerTiming(usual.serverTiming);
    // Behind a front the server decides whether there is anything to decompress, and compresses both alike.
    if (said?.front === undefined ? said?.compressMs === 0 : usual.contentEncoding === '') return null;
    pairs.push({ usual, opaque });
    if (now() - startMs > endsMs(pairs.length)) break;
  }
  return pairs;
}

/**
 * The mean difference with its standard error, ms: from the first byte to the body, since nothing is
 * decompressed before and waiting for a server is most of the noise; from the call, less what the target says
 * it took, where no pair has its Resource Timing. Noise may take it below zero. Means, not medians, because
 * the bill adds up means.
 */
export function decompressionOf(
  pairs: readonly AnswerPair[],
  entries: Entries,
  protocol: Protocol,
): { readonly decompressMs: number; readonly decompression: Decompression } {
  const samples = pairs.map(({ usual, opaque }) => ({
    usual: sampleOf(usual, entries, protocol),
    opaque: sampleOf(opaque, entries, protocol),
  }));
  const isTimed = ({ outcome, timingDoubtful }: Sample) => outcome === 'completed' && !timingDoubtful;
  const timed = samples.filter(({ usual, opaque }) => isTimed(usual) && isTimed(opaque));
  const [taken, timeOf] = timed.length > 0 ? [timed, fromFirstByteMs] : [samples, withoutServerMs];
  const differences = taken.map(({ usual, opaque }) => timeOf(usual) - timeOf(opaque));
  const parts = {
    usualTransferMs: tidy(meanOf(timed.map(({ usual }) => usual.transferMs))),
    opaqueTransferMs: tidy(meanOf(timed.map(({ opaque }) => opaque.transferMs))),
    usualDeliveryMs: tidy(meanOf(timed.map(({ usual }) => usual.deliveryMs))),
    opaqueDeliveryMs: tidy(meanOf(timed.map(({ opaque }) => opaque.deliveryMs))),
  };
  return {
    decompressMs: tidy(meanOf(differences)),
    decompression: {
      pairs: differences.length,
      standardErrorMs: standardErrorOf(differences),
      parts: timed.length > 0 ? parts : null,
      ...(timed.length > 0 && { grownMs: timed.map(grownIn) }),
    },
  };
}

function grownIn({ usual, opaque }: { readonly usual: Sample; readonly opaque: Sample }) {
  return [tidy(usual.transferMs - opaque.transferMs), tidy(usual.deliveryMs - opaque.deliveryMs)] as const;
}

function sampleOf(request: RequestMarks, entries: Entries, protocol: Protocol): Sample {
  const place = { cell: '', block: 0, sequence: 0, takes: 'bytes', connection: 'warm', protocol } as const;
  const { callMs: startMs, bodyMs: endMs } = request;
  return sampleFromMarks(place, { startMs, endMs, requests: [request], times: {}, value: null }, entries);
}

function fromFirstByteMs({ transferMs, deliveryMs }: Sample): number {
  return transferMs + deliveryMs;
}

function withoutServerMs({ totalMs, serverComputeMs, encodeMs, compressMs, serverMs = 0 }: Sample): number {
  return totalMs - serverComputeMs - encodeMs - compressMs - serverMs;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardErrorOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return tidy(Math.sqrt(squares / (values.length - 1) / values.length));
}
