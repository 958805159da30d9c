// The loop of an agent: blocks of visits, exchange after exchange, samples posted between blocks. The loop lives where
// the exchange is timed (in the page), because a driver call for every sample would cost more than the exchange.

import type { Ack, BlockSpec, BlocksJob, SamplePost, VoidedBlock } from '../wire/agent-protocol.ts';
import { EMPTY_CELL, type Sample } from '../wire/sample.ts';
import { emptyUrl } from '../wire/target-contract.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';
import { emptyExchange, exchange, type Now, type RequestMarks } from './request-exchange.ts';
import { takeEntries } from './resource-entries.ts';
import { failedSample, sampleFromMarks } from './sample-from-marks.ts';
import { Watchdog } from './watchdog.ts';

/** What the loop needs of the place it runs in. */
export interface Surroundings {
  readonly now: Now;
  /** Numbers requests for the whole life of the agent. */
  readonly nextSerial: () => number;
  /** Numbers exchanges for the whole life of the agent. */
  readonly nextSequence: () => number;
  /** Why what is timed now must not count (a hidden page); null where all is well. Called between blocks. */
  readonly disturbance: () => string | null;
}

interface Done {
  readonly cell: string;
  readonly sequence: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly clientComputeMs: number;
  readonly requests: readonly RequestMarks[];
  readonly failure: { readonly outcome: 'failed' | 'timed-out'; readonly reason: string } | null;
}

export async function runBlocks(
  job: BlocksJob,
  place: Surroundings,
  post: (samples: SamplePost) => Promise<Ack>,
): Promise<void> {
  const runners = new Map(job.cells.map((spec) => [spec.cell, prepareCell(spec)]));
  const watchdog = new Watchdog(place.now, job.timeoutMs);
  const jobStartMs = place.now();
  let pending = nothingPending(jobStartMs);
  try {
    for (const [index, block] of job.blocks.entries()) {
      const samples = await runBlock(block, runners, place, watchdog);
      const disturbance = place.disturbance();
      pending.samples.push(...samples);
      if (disturbance === null) pending.blocks.push(block.block);
      else pending.voided.push({ block: block.block, why: disturbance });
      const nowMs = place.now();
      const done = index === job.blocks.length - 1 || nowMs - jobStartMs >= job.stopAfterMs;
      const late = samples.at(-1)?.outcome === 'timed-out';
      if (!done && !late && nowMs - pending.startMs < job.postEveryMs) continue;
      const { startMs, ...rest } = pending;
      const ack = await post({ ...rest, done, wallMs: nowMs - startMs });
      if (done || !ack.goOn) return;
      pending = nothingPending(place.now());
    }
  } finally {
    watchdog.stop();
  }
}

function nothingPending(startMs: number) {
  return { startMs, samples: [] as Sample[], blocks: [] as number[], voided: [] as VoidedBlock[] };
}

/**
 * Exchanges first, all of them; Resource Timing and samples afterwards. An exchange that times out ends its block, so
 * that the lab hears of it before a target that hangs has cost many times the time allowed.
 */
async function runBlock(
  block: BlockSpec,
  runners: ReadonlyMap<string, CellRunner>,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<Sample[]> {
  const targetUrl = runners.values().next().value?.spec.targetUrl ?? '';
  const done: Done[] = [];
  for (const cell of block.visits.flatMap((visit) => Array<string>(visit.exchanges).fill(visit.cell))) {
    const runner = runners.get(cell);
    if (runner === undefined && cell !== EMPTY_CELL) continue;
    const one = await runExchange(cell, runner, targetUrl, place, watchdog);
    done.push(one);
    if (one.failure?.outcome === 'timed-out') break;
  }
  const entries = await takeEntries(done.flatMap((one) => one.requests.map((request) => request.url)));
  return done.map((one) => {
    const at = {
      cell: one.cell,
      block: block.block,
      sequence: one.sequence,
      takes: runners.get(one.cell)?.takes ?? 'bytes',
    } as const;
    if (one.failure === null) return sampleFromMarks(at, { ...one, records: [] }, entries);
    return failedSample(at, one.startMs, one.endMs, one.failure.outcome, one.failure.reason);
  });
}

async function runExchange(
  cell: string,
  runner: CellRunner | undefined,
  targetUrl: string,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<Done> {
  const sequence = place.nextSequence();
  const signal = watchdog.begin();
  const begunMs = place.now();
  try {
    const marks =
      runner === undefined
        ? await emptyExchange(emptyUrl(targetUrl, place.nextSerial()), place.now, signal)
        : await exchange(runner, place.nextSerial, place.now, signal);
    const { records, ...kept } = marks;
    const failure = wrongCount(records.length, runner);
    return { cell, sequence, ...kept, failure };
  } catch (thrown) {
    const failure = watchdog.fired
      ? ({ outcome: 'timed-out', reason: 'longer than the time allowed for one exchange' } as const)
      : ({ outcome: 'failed', reason: thrown instanceof Error ? thrown.message : String(thrown) } as const);
    return {
      cell,
      sequence,
      startMs: begunMs,
      endMs: place.now(),
      clientComputeMs: 0,
      requests: [],
      failure,
    };
  } finally {
    watchdog.end();
  }
}

function wrongCount(count: number, runner: CellRunner | undefined): Done['failure'] {
  if (runner === undefined || count === runner.spec.n) return null;
  return { outcome: 'failed', reason: `${count} objects came, ${runner.spec.n} were asked for` };
}
