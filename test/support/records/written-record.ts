// A synthetic record as a run leaves it in a folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedJson } from '../../../src/factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import { rowAt } from '../../../src/record/sample-table.ts';
import { type SyntheticOptions, syntheticRecord } from './synthetic.ts';

export interface RecordChange {
  readonly options?: SyntheticOptions;
  readonly run?: (run: RunFile) => RunFile;
  readonly row?: (row: SampleRow) => SampleRow;
}

/** Answers the run as it was drawn, before any change. */
export function writeRecord(dir: string, change: RecordChange = {}): RunFile {
  const own = { sessions: 4, blocks: 6, sessionSd: 0.02 };
  const { run, rows, probes } = syntheticRecord({ ...own, ...change.options });
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'run.json'), recordedJson(change.run?.(run) ?? run, 0));
  const samples = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
  writeFileSync(join(dir, 'samples.ndjson'), lines(samples.map((row) => change.row?.(row) ?? row)));
  writeFileSync(join(dir, 'probes.ndjson'), lines(probes));
  return run;
}
