// A look at what is measured so far, at a planned place: how many questions are asked, how many still open.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readProbes } from '../record/read-record.ts';
import { readSamples } from '../record/read-samples.ts';
import type { RunFile } from '../record/record.ts';
import { FILES } from '../record/record-writer.ts';
import { type OpenQuestions, openQuestions } from '../summary/comparisons/open-questions.ts';
import { summarise } from '../summary/summarise.ts';

export async function lookAt(run: RunFile, dir: string): Promise<OpenQuestions> {
  const samples = await readSamples(createReadStream(join(dir, FILES.samples)));
  const summary = summarise(run, samples, readProbes(dir));
  return openQuestions(run, summary);
}
