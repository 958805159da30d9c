// The exchanges of one block, one after the other. What is kept of each is stamps and counts: the decoded
// objects are let go of at once, and Resource Timing is read later, when there is time.

import { plural } from '../base/figures/plurals.ts';
import type { DataValue } from '../data/schema.ts';
import type { BlockSpec, CellSpec, Visit } from '../wire/agent-protocol.ts';
import { EMPTY_CELLS, isEmptyCell } from '../wire/sample.ts';
import { emptyUrl } from '../wire/target-contract.ts';
import type { CellRunner } from './cell-runner.ts';
import type { Asked, ConnectionKeeper } from './connection-keeper.ts';
import { type ExchangeThread, threadFor } from './exchange-thread.ts';
import { runSequence } from './messages/run-sequence.ts';
import type { SequenceOrder } from './messages/sequence-order.ts';
import { type ExchangeTimes, emptyExchange, type Now, type RequestMarks } from './request-exchange.ts';
import type { TimingSource } from './resource-entries.ts';
import type { SequenceDone } from './sequence-cells.ts';
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
  readonly orders: ReadonlyMap<string, SequenceOrder>;
  readonly timeoutMs: number;
}

/**
 * An exchange that times out ends its block, so that a target that hangs does not cost many times the time
 * allowed.
 */
export async function runBlock(
  { block, firstMessage, visits }: BlockSpec,
  { runners, orders, timeoutMs }: Prepared,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<(Done | SequenceDone)[]> {
  const done: (Done | SequenceDone)[] = [];
  for (const { cell, nth } of visits.flatMap(oneByOne)) {
    const order = orders.get(cell);
    if (order !== undefined) {
      const one = await runOrder({ block, cell }, order, place, timeoutMs);
      done.push(one);
      // Every message by POST leaves an entry that nobody reads.
      if (runners.size === 0) place.timings.clear();
      if (timedOut(one)) break;
      continue;
    }
    const runner = runners.get(cell);
    const asked = runner?.spec ?? emptyOf(cell, visits, runners);
    if (asked === null) continue;
    const message = runner === undefined ? 0 : (firstMessage + nth) % runner.spec.messages;
    const one = await runExchange({ block, cell, asked }, runner, message, place, watchdog);
    done.push(one);
    if (timedOut(one)) break;
  }
  return done;
}

function oneByOne({ cell, exchanges }: Visit): { readonly cell: string; readonly nth: number }[] {
  return Array.from({ length: exchanges }, (_, nth) => ({ cell, nth }));
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
  return spec === undefined ? null : { targetUrl: spec.targetUrl, connection, protocol: spec.protocol };
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
): Promise<Done> {
  const { asked } = at;
  const sequence = place.nextSequence();
  const signal = watchdog.begin();
  const begunMs = place.now();
  try {
    const thread = threadFor(runner, place);
    const carryOut = () => {
      // What the keeper asked for beforehand takes nothing of the exchange's own time.
      watchdog.begin();
      return runner === undefined
        ? emptyExchange(
            emptyUrl(asked.targetUrl, place.nextSerial(), asked.connection === 'cold'),
            place.now,
            signal,
          )
        : thread.exchange(runner, message, place, signal);
    };
    const marks = await place.connections.carryOut(asked, signal, carryOut, thread.get);
    const { value, ...kept } = marks;
    const failure = wrongCount(value, runner);
    return { ...at, sequence, ...kept, failure };
  } catch (thrown) {
    const failure = watchdog.fired
      ? ({ outcome: 'timed-out', reason: 'longer than the time allowed for one exchange' } as const)
      : ({ outcome: 'failed', reason: thrown instanceof Error ? thrown.message : String(thrown) } as const);
    return {
      ...at,
      sequence,
      startMs: begunMs,
      endMs: place.now(),
      times: {},
      requests: [],
      failure,
    };
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
