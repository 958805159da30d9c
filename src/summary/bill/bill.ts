// The bill of a cell: the mean of each item over its counted samples (those of doubtful timing left out), found independently of the total, so that their
// adding up is evidence. Means, because medians do not add up.
//
// Where an item comes from:
//   measured in every sample   queue, stall, connect, tls, server.compute, encode, compress, transfer, delivery,
//                              decode, client.compute; of calls client.encode, server.decode
//   from empty exchanges       network: what a request without work and without body takes in the same blocks of the
//                              same sessions, and what the body's share of the first packet takes on the wire
//                              (first-packet.ts), times the requests of the cell; not what is left over
//   from the model             connect of cold exchanges over a modelled link (marked estimated)
//   measured alone (probes)    decompress (taken out of transfer, marked estimated); decode and client.compute where a
//                              single one is too short for the clock (marked batched): below two of its steps. From
//                              there on the mean over many samples is better, since rounding up and down cancels and
//                              a batch runs on warmer caches than an exchange does
//
// A probe is of one body and one computation. Procedure e4 makes two requests and so decompresses and decodes twice;
// e5 makes one request and computes twice. Samples hold the sums already; probes are multiplied here.

import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow } from '../../record/record.ts';
import type { NumberColumn, SampleTable } from '../../record/sample-table.ts';
import { mean } from '../../stats/quantile.ts';
import { isCall } from '../../wire/factors.ts';
import { PHASES, type Phase } from '../../wire/sample.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import type { EmptyExchanges } from './empty-exchanges.ts';
import { moveModelledHandshake } from './modelled-handshake.ts';

/** What the network's own figures say of one request, ms. */
export interface NetworkTimes {
  /** Of a model; 0 where packets are real. */
  readonly handshakeMs: number;
  readonly firstPacketMs: number;
}

export interface Bill {
  readonly phases: Partial<Record<Phase, number>>;
  readonly estimated: readonly Phase[];
  readonly batched: readonly Phase[];
  /**
   * Sum of the items over the mean total of the same exchanges: those of doubtful timing are in neither. null of messages,
   * of which one item is what the others leave over.
   */
  readonly accountedShare: number | null;
}

const MEASURED: Readonly<Partial<Record<Phase, NumberColumn>>> = {
  queue: 'queueMs',
  stall: 'stallMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  'server.compute': 'serverComputeMs',
  encode: 'encodeMs',
  compress: 'compressMs',
  transfer: 'transferMs',
  delivery: 'deliveryMs',
  decode: 'decodeMs',
  'client.compute': 'clientComputeMs',
};

/** Items that a cell has by its factors; a target may say a microsecond of them for cells without. */
function hasPhase(cell: PlannedCell, phase: Phase, ms: number): boolean {
  const { compression, procedure } = cell.factors;
  switch (phase) {
    case 'server.compute':
      return procedure === 'e2' || procedure === 'e4' || procedure === 'call';
    case 'client.compute':
      return clientComputations(cell) > 0;
    case 'compress':
    case 'decompress':
      return compression !== 'none';
    case 'connect':
    case 'tls':
      return ms !== 0;
    default:
      return true;
  }
}

/** What is done with the request's body, on either side. */
function addCallPhases(
  found: Partial<Record<Phase, number>>,
  rows: Uint32Array,
  { calls }: SampleTable,
): void {
  const meanOf = (item: 'clientEncodeMs' | 'serverDecodeMs') =>
    mean(Array.from(rows, (row) => calls.get(row)?.[item] ?? 0));
  found['client.encode'] = meanOf('clientEncodeMs');
  found['server.decode'] = meanOf('serverDecodeMs');
}

export function billOf(
  cell: PlannedCell,
  samples: CellSamples,
  table: SampleTable,
  empty: EmptyExchanges,
  probes: readonly ProbeRow[],
  clockStepMs: number,
  byArithmetic: NetworkTimes,
): Bill {
  const rows = timedRows(samples, table);
  const requests = meanOver(table.requests, rows);
  const found: Partial<Record<Phase, number>> = {};
  for (const [phase, column] of Object.entries(MEASURED)) {
    found[phase as Phase] = meanOver(table.numbers[column], rows);
  }
  if (isCall(cell.factors)) addCallPhases(found, rows, table);
  const networkMs = empty.networkMs(cell, samples);
  if (networkMs !== null) found.network = (networkMs + byArithmetic.firstPacketMs) * requests;
  const batched = takeBatches(found, cell, probes, requests, clockStepMs);
  const estimated = [
    ...moveModelledHandshake(found, byArithmetic.handshakeMs * requests),
    ...splitDecompression(found, probes, requests),
  ];
  const totalMs = meanOver(table.numbers.totalMs, rows);
  const phases: Partial<Record<Phase, number>> = {};
  let sum = 0;
  for (const phase of PHASES) {
    const ms = found[phase];
    if (ms === undefined || !hasPhase(cell, phase, ms)) continue;
    phases[phase] = ms;
    sum += ms;
  }
  phases.residual = totalMs - sum;
  return { phases, estimated, batched, accountedShare: sum / totalMs };
}

/** Rows with a whole set of items: an exchange of doubtful timing lacks some, and would pull the others' means down. */
function timedRows(samples: CellSamples, table: SampleTable): Uint32Array {
  const timed = samples.rows.filter((row) => table.timingDoubtful[row] === 0);
  return timed.length > 0 ? timed : samples.rows;
}

function takeBatches(
  found: Partial<Record<Phase, number>>,
  cell: PlannedCell,
  probes: readonly ProbeRow[],
  requests: number,
  clockStepMs: number,
): Phase[] {
  const batched: Phase[] = [];
  const take = (
    phase: 'decode' | 'client.compute' | 'client.encode',
    batchMs: number | null,
    times: number,
  ) => {
    if (batchMs === null || found[phase]! >= TELLABLE_STEPS * clockStepMs * times) return;
    found[phase] = batchMs * times;
    batched.push(phase);
  };
  take('decode', meanOfProbes(probes, 'decodeMs'), requests);
  if (isCall(cell.factors)) take('client.encode', meanOfProbes(probes, 'clientEncodeMs'), requests);
  take('client.compute', meanOfProbes(probes, 'clientComputeMs'), clientComputations(cell));
  return batched;
}

const TELLABLE_STEPS = 2;

function clientComputations(cell: PlannedCell): number {
  switch (cell.factors.procedure) {
    case 'e3':
      return 1;
    case 'e5':
      return 2;
    case 'e1':
    case 'e2':
    case 'e4':
    case 'call':
      return 0;
  }
}

/** Takes decompression out of the transfer it is hidden in, never more than there is. */
function splitDecompression(
  found: Partial<Record<Phase, number>>,
  probes: readonly ProbeRow[],
  requests: number,
): Phase[] {
  const aloneMs = meanOfProbes(probes, 'decompressMs');
  if (aloneMs === null || found.transfer === undefined) return [];
  // Below zero where it is less than the noise of a difference.
  const decompressMs = Math.min(Math.max(0, aloneMs) * requests, Math.max(0, found.transfer));
  found.decompress = decompressMs;
  found.transfer -= decompressMs;
  return decompressMs > 0 ? ['decompress'] : [];
}

function meanOfProbes(probes: readonly ProbeRow[], item: keyof ProbeRow & `${string}Ms`) {
  const values = probes.map((probe) => probe[item]).filter((value) => typeof value === 'number');
  return values.length > 0 ? mean(values) : null;
}

/** Mean of a column over rows. */
export function meanOver(column: ArrayLike<number>, rows: Uint32Array): number {
  let sum = 0;
  for (const row of rows) sum += column[row]!;
  return sum / rows.length;
}
