// The bill of a cell of messages: what was stamped message by message, summed over a sequence, and `transport` for all that
// is left. It is left over and no evidence, so nothing of it tells whether the items add up: `accountedShare` is null.
//
// In throughput both sides work at the same time, and their items may be more than the whole: then `transport` is 0 and
// `residual`, below 0, is what was done at once. The total of a paced sequence is a sum of latencies, in which its messages
// overlap, so only the work of the format stands there, a sum of its own that takes no part in the total.

import { modeOf } from '../../messages/level-words.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { type Factors, NO_CODEC } from '../../wire/factors.ts';
import type { MessageFigures, Phase } from '../../wire/sample.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import { type Bill, meanOver } from './bill.ts';

type Phases = Partial<Record<Phase, number>>;

export function messageBillOf({ factors }: PlannedCell, { rows }: CellSamples, table: SampleTable): Bill {
  const { encodeMs, decodeMs, totalMs } = table.numbers;
  const meanOf = (column: 'clientEncodeMs' | 'serverDecodeMs' | 'checkMs') => meanFigure(table, rows, column);
  const found: Phases = {
    'client.encode': meanOf('clientEncodeMs'),
    encode: meanOver(encodeMs, rows),
    decode: meanOver(decodeMs, rows),
    'server.decode': meanOf('serverDecodeMs'),
  };
  const phases: Phases = {};
  for (const phase of formatPhases(factors)) phases[phase] = found[phase]!;
  if (modeOf(factors.mode)?.mode !== 'paced') addRest(phases, meanOver(totalMs, rows), meanOf('checkMs'));
  return { phases, estimated: [], batched: [], accountedShare: null };
}

/** Who encodes and who decodes: both ways the target sends back what came as it is. */
function formatPhases({ codec, direction }: Factors): readonly Phase[] {
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

function addRest(phases: Phases, totalMs: number, checkMs: number): void {
  if (checkMs > 0) phases.check = checkMs;
  const restMs = totalMs - Object.values(phases).reduce((sum, ms) => sum + ms, 0);
  phases.transport = Math.max(0, restMs);
  if (restMs < 0) phases.residual = restMs;
}

function meanFigure(
  table: SampleTable,
  rows: Uint32Array,
  name: keyof MessageFigures & `${string}Ms`,
): number {
  let sum = 0;
  for (const row of rows) sum += table.messages.get(row)?.[name] ?? 0;
  return sum / rows.length;
}
