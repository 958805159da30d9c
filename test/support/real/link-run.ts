// Whole runs over the link, as a user starts them, and their record.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import type { Bench } from './lab-process.ts';

export interface LinkRun {
  readonly run: Recorded<RunFile>;
  readonly summary: Recorded<Summary>;
  readonly samples: readonly SampleRow[];
}

/** Of a study with these factors and this protocol; nothing is left of it but its record. */
export async function linkRun(
  bench: Bench,
  { name, factors, protocol }: { readonly name: string; readonly factors: string; readonly protocol: string },
): Promise<LinkRun> {
  const text = (file: string) => readFileSync(path.join(bench.dir, name, file), 'utf8');
  const study = `study: ${name}\ntitle: T\nquestion: Q\nfactors: {${factors}}\nprotocol: {sessions: 1, warmup: 0, ${protocol}}\n`;
  writeFileSync(path.join(bench.dir, `${name}.yaml`), study);
  const { code, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
  const samples = text('samples.ndjson').trimEnd().split('\n');
  return {
    run: JSON.parse(text('run.json')) as Recorded<RunFile>,
    summary: JSON.parse(text('summary.json')) as Recorded<Summary>,
    samples: samples.map((line) => JSON.parse(line) as SampleRow),
  };
}
