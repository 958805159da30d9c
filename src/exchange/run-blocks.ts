// The loop of an agent: blocks of visits, exchange after exchange, samples posted between blocks. The loop
// lives where the exchange is timed (in the page), because a driver call for every sample would cost more
// than the exchange. What is not exchanging (Resource Timing, samples, posts) waits until a post is due, so
// that little time goes by outside.

import type { Ack, BlocksJob, ComparedAnswer, SamplePost, VoidedBlock } from '../wire/agent-protocol.ts';
import type { Sample } from '../wire/sample.ts';
import {
  type Done,
  type Kept,
  type Prepared,
  type PreparedSequence,
  runBlock,
  type Surroundings,
  timedOut,
} from './block-exchanges.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';
import { KnownAnswers } from './checks/known-answers.ts';
import { type ExchangeThread, MAIN_THREAD, threadFor } from './exchange-thread.ts';
import { type Entries, failedSample, type Place, sampleFromMarks } from './sample-from-marks.ts';
import {
  isSequence,
  type OriginalOf,
  Originals,
  orderOf,
  type SequenceDone,
  sampleFromSequence,
} from './sequence-cells.ts';
import { Watchdog } from './watchdog.ts';

/** Where no cell sends messages of data, and no answer is drawn. */
const NOBODY: OriginalOf = (cell) => Promise.reject(new Error(`nobody has the values of ${cell}`));

export async function runBlocks(
  job: BlocksJob,
  place: Surroundings,
  post: (samples: SamplePost) => Promise<Ack>,
  originals = new Originals(NOBODY),
  known = new KnownAnswers(NOBODY),
): Promise<void> {
  const prepared = await prepare(job, place, originals, known);
  const { runners } = prepared;
  const watchdog = new Watchdog(place.now, job.timeoutMs);
  const jobStartMs = place.now();
  let pending = nothingPending(jobStartMs);
  try {
    for (const [index, block] of job.blocks.entries()) {
      const { exchanges: carriedOut, kept } = await runBlock(block, prepared, place, watchdog);
      pending.exchanges.push(...carriedOut);
      const disturbance = place.disturbance();
      if (disturbance === null) pending.blocks.push(block.block);
      else pending.voided.push({ block: block.block, why: disturbance });
      pending.compared.push(...(await compareKept(kept)));
      const nowMs = place.now();
      const done = index === job.blocks.length - 1 || nowMs - jobStartMs >= job.stopAfterMs;
      // The lab must hear of a target that hangs before it has cost many times the time allowed.
      const late = timedOut(pending.exchanges.at(-1));
      if (!done && !late && nowMs - pending.startMs < job.postEveryMs) continue;
      const { exchanges, startMs, compared, ...blocks } = pending;
      const samples = await samplesOf(exchanges, runners, place);
      place.connections.doubtOpenOnes();
      const counting = { samples, compared: ofCompleted(compared, samples) };
      const ack = await post({ ...counting, ...blocks, done, wallMs: nowMs - startMs });
      if (done || !ack.goOn) return;
      pending = nothingPending(place.now());
    }
  } finally {
    watchdog.stop();
  }
}

async function prepare(
  { cells, timeoutMs }: BlocksJob,
  place: Surroundings,
  originals: Originals,
  known: KnownAnswers,
): Promise<Prepared> {
  const requests = cells.filter((spec) => !isSequence(spec));
  const runners = new Map(requests.map((spec) => [spec.cell, prepareCell(spec)]));
  for (const spec of requests) await place.threadFor(spec).prepare(spec);
  const orders = new Map<string, PreparedSequence>();
  for (const spec of cells.filter(isSequence))
    orders.set(spec.cell, { spec, order: await orderOf(spec, originals) });
  return { runners, orders, timeoutMs, known, originals };
}

/** One after the other, so that each one's objects can go before the next ones are looked at. */
async function compareKept(kept: readonly Kept[]): Promise<ComparedAnswer[]> {
  const compared: ComparedAnswer[] = [];
  for (const { difference, ...answer } of kept) {
    compared.push({ ...answer, difference: await difference() });
  }
  return compared;
}

/** That one went over another protocol than its cell's is known of its entry, after it was compared. */
function ofCompleted(compared: readonly ComparedAnswer[], samples: readonly Sample[]): ComparedAnswer[] {
  const others = samples.filter(({ outcome }) => outcome !== 'completed');
  const failed = new Set(others.map(({ sequence }) => sequence));
  return compared.filter(({ sequence }) => !failed.has(sequence));
}

function nothingPending(startMs: number) {
  return {
    startMs,
    exchanges: [] as (Done | SequenceDone)[],
    compared: [] as ComparedAnswer[],
    blocks: [] as number[],
    voided: [] as VoidedBlock[],
  };
}

async function samplesOf(
  exchanges: readonly (Done | SequenceDone)[],
  runners: ReadonlyMap<string, CellRunner>,
  place: Surroundings,
): Promise<Sample[]> {
  const threadOf = ({ cell }: Done) => threadFor(runners.get(cell), place);
  const entries = await entriesByThread(
    exchanges.filter((one): one is Done => !('outcome' in one)),
    threadOf,
    place,
  );
  return exchanges.map((one) => {
    if ('outcome' in one) return sampleFromSequence(one);
    const { cell, block, sequence, startMs, endMs, failure } = one;
    const runner = runners.get(cell);
    const { connection, protocol } = one.asked;
    const at: Place = {
      cell,
      block,
      sequence,
      takes: runner?.takes ?? 'bytes',
      connection,
      protocol,
      isCall: runner?.post != null,
    };
    if (failure === null) return sampleFromMarks(at, { ...one, value: null }, entries.get(threadOf(one))!);
    return failedSample(at, startMs, endMs, failure.outcome, failure.reason);
  });
}

/** Each thread has Resource Timing of its own; the main thread's is emptied in any case. */
async function entriesByThread(
  exchanges: readonly Done[],
  threadOf: (one: Done) => ExchangeThread,
  place: Surroundings,
): Promise<ReadonlyMap<ExchangeThread, Entries>> {
  const byThread = Map.groupBy(exchanges, threadOf);
  const entries = new Map<ExchangeThread, Entries>();
  for (const thread of new Set([MAIN_THREAD, ...byThread.keys()])) {
    const urls = (byThread.get(thread) ?? []).flatMap(({ requests }) => requests.map(({ url }) => url));
    entries.set(thread, await thread.takeEntries(urls, place));
  }
  return entries;
}
