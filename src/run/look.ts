// A look at what is measured so far, at a planned place: how many questions are asked, how many still open.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readProbes } from '../record/read-record.ts';
import { readSamples } from '../record/read-samples.ts';
import type { RunFile } from '../record/record.ts';
import { FILES } from '../record/record-writer.ts';
import { type OpenQuestions, openQuestions } from '../summary/comparisons/open-questions.ts';
import { summarise } from '../summary/summarise.ts';
import type { Summary } from '../summary/summary.ts';
import type { Watcher } from './watcher.ts';

export async function lookAt(run: RunFile, dir: string): Promise<OpenQuestions> {
  return openQuestions(run, await summaryOf(run, dir));
}

/** The same, with somebody who follows the run told what was found. */
export function lookWatched(watcher: Watcher): typeof lookAt {
  return async (run, dir) => {
    const summary = await summaryOf(run, dir);
    watcher.soFar(run, summary);
    return openQuestions(run, summary);
  };
}

/** What the record's folder holds so far. */
export async function summaryOf(run: RunFile, dir: string): Promise<Summary> {
  const samples = await readSamples(createReadStream(join(dir, FILES.samples)));
  return summarise(run, samples, readProbes(dir));
}
