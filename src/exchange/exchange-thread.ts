// Where an exchange runs. What surrounds it (checks, blocks, probes) asks a thread to carry it out and does
// not care which one that is.

import type { CellSpec, ProbeJob, ProbeResult } from '../wire/agent-protocol.ts';
import type { Surroundings } from './block-exchanges.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';
import { type Get, getAndForget } from './connections/connection-keeper.ts';
import { type RequestTimings, takeEntries } from './connections/resource-entries.ts';
import { probeCell } from './probes/probe-cells.ts';
import { type ExchangeMarks, exchange, urlsOf } from './request-exchange.ts';

export interface ExchangeThread {
  /** Gets a URL over the connections that its exchanges use. */
  readonly get: Get;
  /** Does whatever can be done before a first exchange of the cell. */
  prepare(spec: CellSpec): Promise<void>;
  /** One exchange; its marks are in the clock of the main thread. Rejects as `exchange` does. */
  exchange(
    runner: CellRunner,
    message: number,
    place: Pick<Surroundings, 'now' | 'nextSerial'>,
    signal: AbortSignal,
  ): Promise<ExchangeMarks>;
  /** Resource Timing of its requests, in the clock of the main thread, and out of the buffer. */
  takeEntries(
    urls: readonly string[],
    place: Pick<Surroundings, 'timings'>,
  ): Promise<ReadonlyMap<string, readonly RequestTimings[]>>;
  /** Measures a cell's items alone. Rejects where one of them cannot be. */
  probe(spec: CellSpec, place: Surroundings, clockStepUs: number, job: ProbeJob): Promise<ProbeResult>;
}

/** Empty exchanges have no runner: they tell of the network, which is the same for every thread. */
export function threadFor(
  runner: Pick<CellRunner, 'spec'> | undefined,
  place: Pick<Surroundings, 'threadFor'>,
): ExchangeThread {
  return runner === undefined ? MAIN_THREAD : place.threadFor(runner.spec);
}

/** The one that everything else runs on too. */
export const MAIN_THREAD: ExchangeThread = {
  get: getAndForget,
  prepare: async () => {},
  exchange: (runner, message, { now, nextSerial }, signal) =>
    exchange(runner, urlsOf(runner, message, nextSerial), now, signal),
  takeEntries: (urls, { timings }) => takeEntries(urls, timings),
  probe: async (spec, place, clockStepUs, job) => probeCell(prepareCell(spec), place, clockStepUs, job),
};
