// Items measured apart from the exchange: what is shorter than the clock's step (in batches) and what no
// stamp can reach (decompression).

import { seededRandom } from '../../base/random.ts';
import type { DataValue } from '../../data/schema.ts';
import type { CellSpec, ProbeJob, ProbeResult } from '../../wire/agent-protocol.ts';
import type { Surroundings } from '../block-exchanges.ts';
import { type CallPost, type CellRunner, prepareCell } from '../cell-runner.ts';
import { takeEntries } from '../connections/resource-entries.ts';
import { evenlySpread } from '../evenly-spread.ts';
import { fetchAgain, marksOfAnswer } from '../request-exchange.ts';
import { isSequence } from '../sequence-cells.ts';
import { timeInBatch } from './batch.ts';
import { askInPairs, decompressionOf } from './decompress.ts';
import { timeMainThreadBusy } from './heartbeat.ts';
import { timeWithin } from './time-within.ts';

/** Of messages so many are taken, evenly spread. */
const MOST_MESSAGES = 20;
/** For the pairs of answers of a cell, where the job says nothing. */
const PAIRS_MS = 500;

export async function probeCells(
  job: ProbeJob,
  place: Surroundings,
  clockStepUs: number,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const spec of job.cells) {
    // Of messages nothing can be measured alone: all that is told of them is stamped in the sequence.
    if (isSequence(spec)) continue;
    try {
      const result = await place.threadFor(spec).probe(spec, place, clockStepUs, job);
      results.push(job.heartbeat === true ? { ...result, ...(await busyIn(spec, place, job)) } : result);
    } catch {
      // An item that cannot be measured alone leaves its cell without it; the exchanges themselves are
      // measured.
    }
  }
  return results;
}

async function busyIn(
  spec: CellSpec,
  place: Surroundings,
  { timeoutMs }: ProbeJob,
): Promise<Pick<ProbeResult, 'mainBusyMs'>> {
  return { mainBusyMs: await timeMainThreadBusy(prepareCell(spec), place, timeoutMs) };
}

export async function probeCell(
  runner: CellRunner,
  place: Surroundings,
  clockStepUs: number,
  job: ProbeJob,
): Promise<ProbeResult> {
  const { timeoutMs, decodeWithinMs } = job;
  const { spec, takes } = runner;
  const get = (message: number) => {
    const ask = async (signal: AbortSignal) => {
      const response = await fetchAgain(runner, runner.url(place.nextSerial(), message), signal);
      return new Uint8Array(await response.arrayBuffer());
    };
    return place.connections.carryOut(spec, () => AbortSignal.timeout(timeoutMs), ask);
  };
  const received: Uint8Array[] = [];
  const decompression = decodeWithinMs === undefined ? await probeDecompression(spec, place, job) : null;
  // What takes so long that one pair must do is not asked for once more.
  const isEnough = job.leastPairs === 1 && spec.messages === 1 && decompression?.body !== undefined;
  if (isEnough) received.push(decompression.body!);
  else for (const message of evenlySpread(spec.messages, MOST_MESSAGES)) received.push(await get(message));
  if (decodeWithinMs !== undefined) {
    const decodeMs = timeFromBytes(runner, received, place, clockStepUs, decodeWithinMs);
    return { cell: spec.cell, decodeMs, clientComputeMs: null, decompressMs: null, decompressBy: null };
  }
  const utf8 = new TextDecoder();
  const bodies = received.map((bytes) => (takes === 'bytes' ? bytes : utf8.decode(bytes)));
  const decode = (body: Uint8Array | string): DataValue =>
    runner.decode((takes === 'json' ? JSON.parse(body as string) : body) as never);
  // Messages in turn, so that the mean is theirs.
  let taken = 0;
  const nextBody = () => bodies[taken++ % bodies.length]!;
  return {
    cell: spec.cell,
    // A codec that takes body and objects in one step has no decode of its own to repeat.
    decodeMs: takes === 'json' ? null : timeInBatch(place.now, clockStepUs, nextBody, decode),
    clientComputeMs:
      runner.clientComputations === 0
        ? null
        : timeComputation(runner, decode(bodies[0]!), place, clockStepUs),
    ...(runner.post !== null && { clientEncodeMs: timeEncoding(runner.post, place, clockStepUs) }),
    ...decompression!.found,
  };
}

/**
 * From the bytes to the objects, whatever it takes, the mean of the bodies: UTF-8 is turned into text where
 * the codec takes text, and parsed by JSON.parse where it takes body and objects in one step
 * (`response.json()`), so that all codecs are timed for the same task.
 */
function timeFromBytes(
  { takes, decode }: CellRunner,
  bodies: readonly Uint8Array[],
  { now }: Surroundings,
  clockStepUs: number,
  withinMs: number,
): number {
  const utf8 = new TextDecoder();
  const taken = {
    bytes: (body: Uint8Array) => body,
    text: (body: Uint8Array) => utf8.decode(body),
    json: (body: Uint8Array) => JSON.parse(utf8.decode(body)) as unknown,
  }[takes];
  const decodeAll = () => {
    for (const body of bodies) decode(taken(body) as never);
  };
  return timeWithin(now, clockStepUs, withinMs, decodeAll) / bodies.length;
}

interface Decompressed {
  readonly found: Pick<ProbeResult, 'decompressMs' | 'decompressBy' | 'decompression'>;
  /** Of the latest answer that the client decompressed; absent where none was asked for. */
  readonly body?: Uint8Array;
}

const NOT_ASKED: Decompressed = { found: { decompressMs: null, decompressBy: null } };

/**
 * Over a connection that is open, also for a cold cell: connecting is no part of it, and more than all of it.
 */
async function probeDecompression(
  { compression, messages, ...spec }: CellSpec,
  place: Surroundings,
  { timeoutMs, pairsWithinMs = PAIRS_MS, leastPairs, seed = 0 }: ProbeJob,
): Promise<Decompressed> {
  if (compression === 'none' || leastPairs === 0) return NOT_ASKED;
  const warm = { ...spec, compression, messages, connection: 'warm' } as const;
  const runner = prepareCell(warm);
  const taken = evenlySpread(messages, MOST_MESSAGES);
  const urls: string[] = [];
  const kept: { body?: Uint8Array } = {};
  const keep = (bytes: ArrayBuffer) => {
    kept.body = new Uint8Array(bytes);
  };
  const ask = async (opaque: boolean, pair: number) => {
    await place.connections.keepGap(spec);
    const url = runner.url(place.nextSerial(), taken[pair % taken.length]!, opaque);
    urls.push(url);
    const signal = AbortSignal.timeout(timeoutMs);
    return await marksOfAnswer(runner, url, place.now, signal, opaque ? undefined : keep);
  };
  const pairs = await place.connections.carryOut(
    warm,
    () => AbortSignal.timeout(timeoutMs),
    () => askInPairs(ask, place.now, seededRandom(seed), pairsWithinMs, leastPairs),
  );
  const entries = await takeEntries(urls, place.timings);
  if (pairs === null) return { ...NOT_ASKED, ...kept };
  const found = { ...decompressionOf(pairs, entries, spec.protocol), decompressBy: 'difference' } as const;
  return { found, ...kept };
}

function timeEncoding(post: CallPost, { now }: Surroundings, clockStepUs: number): number | null {
  return timeInBatch(now, clockStepUs, () => post.request, post.encode);
}

/** Every repetition sorts a fresh copy: sorting what is sorted already is another task. */
function timeComputation(
  runner: CellRunner,
  value: DataValue,
  place: Surroundings,
  clockStepUs: number,
): number | null {
  // As in the exchange: the second computation of e5 finds what the first has sorted.
  const times = runner.clientComputations;
  const allMs = timeInBatch(
    place.now,
    clockStepUs,
    () => (value as readonly DataValue[]).slice(),
    (copy) => {
      for (let i = 0; i < times; i++) runner.compute(copy);
    },
  );
  return allMs === null ? null : allMs / times;
}
