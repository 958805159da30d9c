// The index that a study asks for by itself, or why its record has none.

import { UserError } from '../../base/errors.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { type BaselineChooser, fittingBaseline } from '../comparisons/baseline-cell.ts';
import type { Summary } from '../summary.ts';
import { type WeightedIndex, weightedIndex } from './weighted-index.ts';

export interface OwnIndex {
  readonly index: WeightedIndex | null;
  readonly warnings: readonly Warning[];
}

/** `summary` is of the same record. A record that has too little for it has a warning instead. */
export function ownIndex(
  run: RunFile,
  samples: SampleTable,
  probes: readonly ProbeRow[],
  summary: Pick<Summary, 'cells' | 'confidence'>,
): OwnIndex {
  const { index: asked } = run.study;
  if (asked === undefined) return { index: null, warnings: [] };
  try {
    return { index: weightedIndex(run, samples, probes, summary, asked, ownBaseline(run)), warnings: [] };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const what = `the index of the study could not be made: ${thrown.problems.map((each) => each.what).join('; ')}`;
    return { index: null, warnings: [raise('no-index', what)] };
  }
}

/** What the study measures its index by; null where it leaves that to its comparisons. */
export function ownBaseline({ study: { index } }: Pick<RunFile, 'study'>): BaselineChooser | null {
  return index === undefined || index.baseline === null ? null : fittingBaseline(index.baseline);
}
