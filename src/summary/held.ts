// What was measured to hold predictions beside: its cells, and the link that they went over. Made as the
// summary of a run of its own, so that nothing of it gets into that of the run.

import { heldRun } from '../record/held.ts';
import type { ProbeRow, RunFile } from '../record/record.ts';
import type { SampleTable } from '../record/sample-table.ts';
import { summarise } from './summarise.ts';
import type { Summary } from './summary.ts';

/** The summary with them. */
export function withHeld(
  summary: Summary,
  run: RunFile,
  rows: SampleTable,
  probes: readonly ProbeRow[],
): Summary {
  const own = heldRun(run);
  if (own === null) return summary;
  const { cells, link } = summarise(own, rows, probes);
  return { ...summary, held: cells, link: summary.link ?? link };
}
