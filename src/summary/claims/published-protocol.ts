// A published study's own protocol on the same record, beside our figures: so many exchanges of a cell left
// out, so many counted, their mean within μ ± 2σ.
//
// Taken are, by cell, the completed exchanges of each counted session in order of time, ours of the warm-up
// among them (blocks that were voided, and exchanges that settle after another cell's, left out: published
// studies do not change from cell to cell). The first `warmup` of each session are left out, because
// every session is a fresh client and server. What follows is pooled, session after session, until `counted`
// are there. A session with `warmup` exchanges or fewer gives none.

import type { RunFile } from '../../record/record.ts';
import { meanWithinTwoSigma } from '../../stats/samples/outliers.ts';
import { COMPLETED, type CountedSamples, countingPlace, valuesInRows } from '../samples/counted-samples.ts';

/**
 * The published protocol: of each session, in order, the first `warmup` completed exchanges of the cell are
 * left out (our warm-up's are among them); the next ones of all sessions are pooled until `wanted` are there.
 * Their mean, those outside μ ± 2σ removed, mean again.
 */
export interface PublishedFigure {
  readonly meanMs: number;
  /**
   * Exchanges that the mean is of, and those removed; together below `wanted` where the record has no more.
   */
  readonly counted: number;
  readonly removed: number;
  /** As many as the published protocol takes. */
  readonly wanted: number;
}

export interface PublishedProtocol {
  /** null where the study names no published protocol, or its warm-up leaves no exchange of the cell. */
  of(cell: string): PublishedFigure | null;
}

export function publishedProtocol(run: RunFile, counted: CountedSamples): PublishedProtocol {
  const { published } = run.study.protocol;
  if (published === null) return { of: () => null };
  const wanted = published.counted;
  const rowsOf = takenRows(counted, published);
  return {
    of(cell) {
      const rows = Uint32Array.from((rowsOf.get(cell) ?? []).flat().slice(0, wanted));
      if (rows.length === 0) return null;
      const { mean, ...found } = meanWithinTwoSigma(valuesInRows(counted.table.numbers.totalMs, rows));
      return { meanMs: mean, ...found, wanted };
    },
  };
}

/** Cell → rows of each session, in order of session, at most as many from each as are wanted in all. */
function takenRows(
  { table, sessions }: CountedSamples,
  wanted: { readonly warmup: number; readonly counted: number },
): Map<string, number[][]> {
  const placeOf = countingPlace(sessions, table);
  const seen = table.cellIds.map(() => sessions.map(() => 0));
  const taken = table.cellIds.map(() => sessions.map((): number[] => []));
  for (let row = 0; row < table.length; row++) {
    const place = placeOf(row);
    if (place === undefined || table.outcome[row] !== COMPLETED) continue;
    if (table.settling[row] === 1) continue;
    const cell = table.cell[row]!;
    const before = seen[cell]![place]!++;
    if (before >= wanted.warmup && before < wanted.warmup + wanted.counted) taken[cell]![place]!.push(row);
  }
  return new Map(table.cellIds.map((id, cell) => [id, taken[cell]!]));
}
