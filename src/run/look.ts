// A look at what is measured so far, at a planned place: how many comparisons are asked, how many still
// undecided.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readProbes } from '../record/read-record.ts';
import { readSamples } from '../record/read-samples.ts';
import type { RunFile } from '../record/record.ts';
import { FILES } from '../record/record-writer.ts';
import {
  plannedComparisons,
  undecidedComparisons,
  undecidedRanks,
} from '../summary/comparisons/comparisons.ts';
import { summarise } from '../summary/summarise.ts';

export async function lookAt(
  run: RunFile,
  dir: string,
): Promise<{ readonly asked: number; readonly undecided: number }> {
  const samples = await readSamples(createReadStream(join(dir, FILES.samples)));
  const summary = summarise(run, samples, readProbes(dir));
  const ranks = run.advice === undefined ? 0 : undecidedRanks(summary);
  return { asked: plannedComparisons(run).length, undecided: undecidedComparisons(run, summary) + ranks };
}
