// Cells whose body a server in front compressed while it sent it (features.streamed of the target contract).
// Nobody can time that work alone: it stands in their transfer, and what of it came before the first byte in
// the residual. A bill with "compress: 0 ms" would say that it was free, so theirs have no such item.

import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isSequence } from '../../factors/cell.ts';
import { isCompressed, spellCompression } from '../../factors/compression.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { targetFacts } from '../../record/session-targets.ts';
import { isStreamed } from '../../wire/target-contract.ts';
import type { CellSummary } from '../summary.ts';
import { examples, sayCellCount } from '../warnings/say-cells.ts';
import type { CellBill } from './cell-bill.ts';

type Sessions = Pick<RunFile, 'plan' | 'sessions'>;

/** As the target said of itself in any session of the run. */
export function isStreamedCell(
  { plan, sessions }: Sessions,
  { factors }: Pick<PlannedCell, 'factors'>,
): boolean {
  const { coding } = factors.compression;
  if (!isCompressed(factors.compression) || isSequence(factors)) return false;
  return sessions.some((session) => {
    const about = targetFacts(session, plan, factors.target)?.about;
    return about !== undefined && isStreamed(about, coding);
  });
}

/** The same bill without an item for what nobody has timed. */
export function withoutCompress(bill: CellBill): CellBill {
  const { compress: _, ...phases } = bill.phases;
  return { ...bill, phases };
}

/** One for each target and coding. */
export function streamedWarnings(cells: readonly CellSummary[]): Warning[] {
  const groups = Map.groupBy(
    cells.filter(({ streamed }) => streamed === true),
    ({ factors }) => `${factors.target} compresses ${spellCompression(factors.compression)}`,
  );
  return [...groups].map(([does, group]) =>
    raise(
      'streamed-compression',
      `${does} while it sends: ${sayCellCount(group)} without a compress item (${examples(group)})`,
    ),
  );
}
