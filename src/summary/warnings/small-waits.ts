// Exchanges over loopback that stand still for 40 or 200 ms although nobody has anything to do. Over emulated
// networks a round trip hides it.

import { shortFigure } from '../../base/figures/numbers.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isSequence } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { standsStillMs } from '../../stats/stands-still.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';
import { examples, sayCellCount } from './say-cells.ts';

const SMALL_BYTES = WARNINGS['late-body'].bounds.bytes;

/** One for each target. */
export function smallWaits({ counted: { table }, cells }: RunTimes): Warning[] {
  const standing = [...cells.values()].flatMap((times) => {
    const standsMs = stillMs(times, table);
    return standsMs === null || times.cell.twinOf !== null ? [] : [{ cell: times.cell, standsMs }];
  });
  return [...Map.groupBy(standing, ({ cell }) => cell.factors.target)].map(([target, group]) => {
    const which = group.map(({ cell }) => cell);
    const ms = shortFigure(group[0]!.standsMs);
    return raise(
      'late-body',
      `small answers of ${target} stand still for about ${ms} ms over loopback, with nothing to do (${sayCellCount(which)}: ${examples(which)})`,
    );
  });
}

/** Between first and last byte, or before the first beside all work of the server. */
function stillMs({ cell: { factors }, samples: { rows } }: CellTimes, table: SampleTable): number | null {
  if (isSequence(factors) || factors.network !== NO_NETWORK) return null;
  const { waitMs, transferMs, serverComputeMs, encodeMs, compressMs, bytesEncoded } = table.numbers;
  const small = rows.filter((row) => bytesEncoded[row]! < SMALL_BYTES);
  const idleMs = small.map((row) => waitMs[row]! - serverComputeMs[row]! - encodeMs[row]! - compressMs[row]!);
  return (
    standsStillMs(Float64Array.from(small, (row) => transferMs[row]!)) ??
    standsStillMs(Float64Array.from(idleMs))
  );
}
