// Studies of messages in a real lab, and the cells of their summaries.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import type { Bench } from './lab-process.ts';

/** `study` is all behind its name; nothing is left of its run but the record. */
export async function messagesRun(bench: Bench, name: string, study: string): Promise<Recorded<Summary>> {
  writeFileSync(path.join(bench.dir, `${name}.yaml`), `study: ${name}\ntitle: T\nquestion: Q\n${study}`);
  const { code, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
  return JSON.parse(readFileSync(path.join(bench.dir, name, 'summary.json'), 'utf8')) as Recorded<Summary>;
}

export function cellOf(
  { cells }: Recorded<Summary>,
  transport: string,
  direction: string,
  mode = 'throughput',
): Recorded<CellSummary> {
  const found = cells.find(
    ({ factors, twinOf }) =>
      twinOf === null &&
      factors.transport === transport &&
      factors.direction === direction &&
      factors.mode === mode,
  );
  assert.ok(found, `${transport} ${direction} ${mode}`);
  return found;
}
