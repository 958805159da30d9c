// The exchanges of one block, one after the other. What is kept of each is stamps and counts: the decoded
// objects are let go of at once, those of the few that were drawn when they have been compared, and Resource
// Timing is read later, when there is time.

import { plural } from '../base/figures/plurals.ts';
import type { DataValue } from '../data/schema.ts';
import type { BlockSpec, CellSpec, ComparedAnswer } from '../wire/agent-protocol.ts';
import { EMPTY_CELLS, isEmptyCell, TOO_LATE } from '../wire/sample.ts';
import { emptyPath, requestUrl } from '../wire/target-contract.ts';
import type { CellRunner } from './cell-runner.ts';
import { differenceIn } from './checks/check-sequence.ts';
import type { KnownAnswers } from './checks/known-answers.ts';
import type { Asked, ConnectionKeeper } from './connections/connection-keeper.ts';
import type { TimingSource } from './connections/resource-entries.ts';
import { type ExchangeThread, threadFor } from './exchange-thread.ts';
import { runSequence } from './messages/run-sequence.ts';
import type { SequenceOrder } from './messages/sequence-order.ts';
import { sayFailure } from './refused.ts';
import { type ExchangeTimes, emptyExchange, type Now, type RequestMarks } from './request-exchange.ts';
import type { Originals, SequenceCell, SequenceDone } from './sequence-cells.ts';
import type { Watchdog } from './watchdog.ts';

/** What the loop needs of the place it runs in. */
export interface Surroundings {
  readonly now: Now;
  /** Numbers requests for the whole life of the agent. */
  readonly nextSerial: () => number;
  /** Numbers exchanges for the whole life of the agent. */
  readonly nextSequence: () => number;
  /** For the whole life of the agent: a connection outlives blocks and jobs. */
  readonly connections: ConnectionKeeper;
  /** Of the main thread. */
  readonly timings: TimingSource;
  /** Where a cell's exchanges run. */
  readonly threadFor: (spec: CellSpec) => ExchangeThread;
  /** Why what is timed now must not count (a hidden page); null where all is well. Called between blocks. */
  readonly disturbance: () => string | null;
}

/** An exchange as it went, before its Resource Timing is known. */
export interface Done {
  readonly block: number;
  readonly cell: string;
  /** What each of its requests was to find. */
  readonly asked: Asked;
  readonly sequence: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly times: ExchangeTimes;
  readonly requests: readonly RequestMarks[];
  readonly failure: { readonly outcome: 'failed' | 'timed-out'; readonly reason: string } | null;
}

/** What was prepared for the cells of a job. */
export interface Prepared {
  readonly runners: ReadonlyMap<string, CellRunner>;
  /** Of cells whose exchange is a sequence of messages. */
  readonly orders: ReadonlyMap<string, PreparedSequence>;
  readonly timeoutMs: number;
  /** By which the drawn answers are judged. */
  readonly known: KnownAnswers;
  readonly originals: Originals;
}

export interface PreparedSequence {
  readonly spec: SequenceCell;
  readonly order: SequenceOrder;
}

/** A drawn exchange that completed; `difference` holds its objects until it is called, once. */
export interface Kept extends Omit<ComparedAnswer, 'difference'> {
  readonly difference: () => Promise<string | null>;
}

export interface BlockDone {
  readonly exchanges: readonly (Done | SequenceDone)[];
  readonly kept: readonly Kept[];
}

/**
 * An exchange that times out ends its block, so that a target that hangs does not cost many times the time
 * allowed.
 */
export async function runBlock(
  spec: BlockSpec,
  prepared: Prepared,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<BlockDone> {
  const { block, firstMessage, visits } = spec;
  const { runners, orders, timeoutMs } = prepared;
  const exchanges: (Done | SequenceDone)[] = [];
  const kept: Kept[] = [];
  for (const { cell, nth, isDrawn } of oneByOne(spec)) {
    const sequence = orders.get(cell);
    if (sequence !== undefined) {
      const order = isDrawn ? { ...sequence.order, keepDecoded: true } : sequence.order;
      const one = await runOrder({ block, cell }, order, place, timeoutMs);
      exchanges.push(one);
      if (isDrawn && one.outcome.failure === null) kept.push(keptSequence(one, sequence.spec, prepared));
      // Every message by POST leaves an entry that nobody reads.
      if (runners.size === 0) place.timings.clear();
      if (timedOut(one)) break;
      continue;
    }
    const runner = runners.get(cell);
    const asked = runner?.spec ?? emptyOf(cell, visits, runners);
    if (asked === null) continue;
    const message = runner === undefined ? 0 : (firstMessage + nth) % runner.spec.messages;
    const { one, value } = await runExchange({ block, cell, asked }, runner, message, place, watchdog);
    exchanges.push(one);
    if (isDrawn && runner !== undefined && one.failure === null) {
      const difference = () => prepared.known.difference(runner.spec, message, value);
      kept.push({ cell, block, sequence: one.sequence, difference });
    }
    if (timedOut(one)) break;
  }
  return { exchanges, kept };
}

function oneByOne({ visits, compare = [] }: BlockSpec) {
  return visits.flatMap(({ cell, exchanges }, visit) =>
    Array.from({ length: exchanges }, (_, nth) => {
      const isDrawn = compare.some((drawn) => drawn.visit === visit && drawn.nth === nth);
      return { cell, nth, isDrawn };
    }),
  );
}

function keptSequence(
  { cell, block, sequence, outcome }: SequenceDone,
  spec: SequenceCell,
  { originals }: Prepared,
): Kept {
  return { cell, block, sequence, difference: () => differenceIn(spec, outcome, originals) };
}

/**
 * Where an empty exchange of the block goes: it stands for the network and the protocol of the block's cells,
 * so to the origin of one of its own kind where there is one. null where the cell is none or the agent knows
 * no cell of the block.
 */
function emptyOf(
  cell: string,
  visits: BlockSpec['visits'],
  runners: ReadonlyMap<string, CellRunner>,
): Asked | null {
  if (!isEmptyCell(cell)) return null;
  const connection = cell === EMPTY_CELLS.cold ? 'cold' : 'warm';
  const specs = visits.flatMap((visit) => runners.get(visit.cell)?.spec ?? []);
  const spec = specs.find((each) => each.connection === connection) ?? specs[0];
  if (spec === undefined) return null;
  const { targetUrl, secret, protocol } = spec;
  return { targetUrl, secret, connection, protocol };
}

export function timedOut(one: Done | SequenceDone | undefined): boolean {
  if (one === undefined) return false;
  const failure = 'outcome' in one ? one.outcome.failure : one.failure;
  return failure?.outcome === 'timed-out';
}

/** It watches over itself: a sequence may be long as long as it goes on. */
async function runOrder(
  at: Pick<SequenceDone, 'block' | 'cell'>,
  order: SequenceOrder,
  place: Surroundings,
  timeoutMs: number,
): Promise<SequenceDone> {
  const sequence = place.nextSequence();
  const outcome = await runSequence(order, { now: place.now, timeoutMs }, NEVER);
  // What it opened and closed the keeper knows nothing of.
  place.connections.doubtOpenOnes();
  return { ...at, sequence, outcome };
}

const NEVER = new AbortController().signal;

async function runExchange(
  at: Pick<Done, 'block' | 'cell' | 'asked'>,
  runner: CellRunner | undefined,
  message: number,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<{ readonly one: Done; readonly value: DataValue }> {
  const { asked } = at;
  const sequence = place.nextSequence();
  let begunMs = place.now();
  const begin = () => {
    begunMs = place.now();
    return watchdog.begin();
  };
  try {
    const thread = threadFor(runner, place);
    const carryOut = (signal: AbortSignal) => {
      // What the keeper asked for beforehand takes nothing of the exchange's own time.
      watchdog.begin();
      return runner === undefined
        ? emptyExchange(
            requestUrl(asked, emptyPath(place.nextSerial(), asked.connection === 'cold')),
            place.now,
            signal,
          )
        : thread.exchange(runner, message, place, signal);
    };
    const marks = await place.connections.carryOut(asked, begin, carryOut, thread.get);
    const { value, ...kept } = marks;
    const failure = wrongCount(value, runner);
    return { one: { ...at, sequence, ...kept, failure }, value };
  } catch (thrown) {
    const failure = watchdog.fired
      ? ({ outcome: 'timed-out', reason: TOO_LATE } as const)
      : ({ outcome: 'failed', reason: sayFailure(thrown, runner?.spec.compression) } as const);
    const stamps = { startMs: begunMs, endMs: place.now(), times: {}, requests: [] };
    return { one: { ...at, sequence, ...stamps, failure }, value: null };
  } finally {
    watchdog.end();
  }
}

function wrongCount(value: DataValue, runner: CellRunner | undefined): Done['failure'] {
  if (runner?.spec.shape !== 'list') return null;
  const count = Array.isArray(value) ? value.length : 0;
  if (count === runner.spec.n) return null;
  return {
    outcome: 'failed',
    reason: `${count} ${plural(count, 'object')} came, ${runner.spec.n} were asked for`,
  };
}
