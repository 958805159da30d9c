// Items measured apart from the exchange: what is shorter than the clock's step (in batches) and what no stamp can
// reach (decompression).

import type { DataValue } from '../data/schema.ts';
import type { CellSpec, ProbeJob, ProbeResult } from '../wire/agent-protocol.ts';
import { timeInBatch } from './batch.ts';
import type { Surroundings } from './block-exchanges.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';
import { hasStream, timeByDifference, timeDecompression } from './decompress.ts';

export async function probeCells(
  job: ProbeJob,
  place: Surroundings,
  clockStepUs: number,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const spec of job.cells) {
    try {
      results.push(await probeCell(prepareCell(spec), place, clockStepUs, job.timeoutMs));
    } catch {
      // An item that cannot be measured alone leaves its cell without it; the exchanges themselves are measured.
    }
  }
  return results;
}

async function probeCell(
  runner: CellRunner,
  place: Surroundings,
  clockStepUs: number,
  timeoutMs: number,
): Promise<ProbeResult> {
  const { spec, takes } = runner;
  const get = (opaque: boolean) => {
    const signal = AbortSignal.timeout(timeoutMs);
    return place.connections.carryOut(spec, signal, async () => {
      const response = await fetch(runner.url(place.nextSerial(), opaque), { signal });
      return new Uint8Array(await response.arrayBuffer());
    });
  };
  const bytes = await get(false);
  const text = takes === 'bytes' ? '' : new TextDecoder().decode(bytes);
  const decode = (): DataValue => {
    if (takes === 'json') return runner.decode(JSON.parse(text) as never);
    return runner.decode((takes === 'bytes' ? bytes : text) as never);
  };
  return {
    cell: spec.cell,
    // A codec that takes body and objects in one step has no decode of its own to repeat.
    decodeMs: takes === 'json' ? null : timeInBatch(place.now, clockStepUs, () => null, decode),
    clientComputeMs:
      runner.clientComputations === 0 ? null : timeComputation(runner, decode(), place, clockStepUs),
    ...(await probeDecompression(spec, () => get(true), place, timeoutMs)),
  };
}

async function probeDecompression(
  spec: CellSpec,
  compressed: () => Promise<Uint8Array>,
  place: Surroundings,
  timeoutMs: number,
): Promise<Pick<ProbeResult, 'decompressMs' | 'decompressBy'>> {
  const { compression } = spec;
  if (compression === 'none') return { decompressMs: null, decompressBy: null };
  if (hasStream(compression)) {
    const decompressMs = await timeDecompression(await compressed(), compression, place.now);
    return { decompressMs, decompressBy: 'stream' };
  }
  // Over a connection that is open, also for a cold cell: connecting is no part of it, and more than all of it.
  const warm = { ...spec, connection: 'warm' } as const;
  const { url } = prepareCell(warm);
  const ask = (opaque: boolean) =>
    fetch(url(place.nextSerial(), opaque), { signal: AbortSignal.timeout(timeoutMs) });
  const decompressMs = await place.connections.carryOut(warm, AbortSignal.timeout(timeoutMs), () =>
    timeByDifference(ask, place.now),
  );
  return { decompressMs, decompressBy: 'difference' };
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
