// The bill of a cell of messages: what was stamped message by message, summed over a sequence, and
// `transport` for all that is left. It is left over and no evidence, so nothing of it tells whether the items
// add up: `accountedShare` is null.
//
// In throughput both sides work at the same time, and their items may be more than the whole: then
// `transport` is 0 and `residual`, below 0, is what was done at once. The total of a paced sequence is a sum
// of latencies, in which its messages overlap, so only the work of the format stands there, a sum of its own
// that takes no part in the total.

import type { SequenceCell } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import type { PostedPhase } from '../../items/items.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { meanOfColumn } from '../samples/column-means.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import { type CellBill, meanPosted, type PhaseTimes } from './cell-bill.ts';

/** The work of the format, message by message. */
type FormatPhase = Extract<PostedPhase, 'client.encode' | 'encode' | 'decode' | 'server.decode'>;

export function sequenceBill(cell: SequenceCell, { rows }: CellSamples, table: SampleTable): CellBill {
  const meanMs = (phase: PostedPhase) => meanPosted(table, rows, 'sequence', phase);
  const phases: PhaseTimes = {};
  for (const phase of formatPhases(cell)) phases[phase] = meanMs(phase);
  if (cell.mode.name !== 'paced') {
    addRest(phases, meanOfColumn(table, 'totalMs', rows), meanMs('check'));
  }
  return { phases, estimated: [], batched: [], accountedShare: null, intervals: {} };
}

/** Who encodes and who decodes: both ways the target sends back what came as it is. */
function formatPhases({ codec, direction }: SequenceCell): readonly FormatPhase[] {
  if (codec === NO_CODEC) return [];
  switch (direction) {
    case 'client-to-server':
      return ['client.encode', 'server.decode'];
    case 'server-to-client':
      return ['encode', 'decode'];
    case 'both-ways':
      return ['client.encode', 'decode'];
  }
}

function addRest(phases: PhaseTimes, totalMs: number, checkMs: number): void {
  if (checkMs > 0) phases.check = checkMs;
  const restMs = totalMs - Object.values(phases).reduce((sum, ms) => sum + ms, 0);
  phases.transport = Math.max(0, restMs);
  if (restMs < 0) phases.residual = restMs;
}
