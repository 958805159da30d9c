// A cell's samples by session, each part as if it were all of them. In a run of one session its blocks stand
// for sessions, as they do for medians (stats/samples/block-bootstrap.ts says what that leaves out).

import type { SampleTable } from '../../record/sample-table.ts';
import { unitsOfBlocks } from '../../stats/samples/block-bootstrap.ts';
import type { RunTimes } from './cell-times.ts';
import type { CellSamples } from './counted-samples.ts';

export interface Part {
  /** The session, or the unit of blocks. */
  readonly unit: number;
  readonly session: number;
  readonly part: CellSamples;
}

export function samplesInParts(times: RunTimes, samples: CellSamples): readonly Part[] {
  const bySession = samples.sessions.map(
    ({ session, rows }): Part => ({
      unit: session,
      session,
      part: { ...samples, rows, sessions: [{ session, rows }] },
    }),
  );
  const [only, ...more] = bySession;
  if (times.severalSessions || only === undefined || more.length > 0) return bySession;
  const { session, part } = only;
  return [...rowsByBlock(part.rows, times.counted.table.block)].map(([unit, own]) => {
    const rows = Uint32Array.from(own);
    return { unit, session, part: { ...samples, rows, sessions: [{ session, rows }] } };
  });
}

/**
 * All cells of a panel are visited in every block of it, so the same blocks make the same units for each of
 * them.
 */
function rowsByBlock(rows: Uint32Array, blockOf: SampleTable['block']): ReadonlyMap<number, number[]> {
  const blocks = [...new Set(Array.from(rows, (row) => blockOf[row]!))].sort((a, b) => a - b);
  const units = unitsOfBlocks(blocks.length);
  const unitOf = new Map(blocks.map((block, i) => [block, units[i]!]));
  return Map.groupBy(rows, (row) => unitOf.get(blockOf[row]!)!);
}
