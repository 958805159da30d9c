import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { onFullDisk } from '../../../test/support/host/full-disk.ts';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import { lineBeside, writeLine } from './line-beside.ts';
import { recordLine } from './record-line.ts';

const { run, summary } = syntheticInput({ sessions: 2, blocks: 6 });
const root = mkdtempSync(join(tmpdir(), 'wirefare-line-'));
after(() => rmSync(root, { recursive: true }));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(root, 'record-'));
  for (const name of ['run.json', 'summary.json', 'samples.ndjson', 'probes.ndjson'])
    writeFileSync(join(dir, name), `content of ${name}`);
});

test('a line counts for the files that it was made of, and for the version whose words it has', () => {
  assert.equal(lineBeside(dir, '1'), null);
  writeLine(dir, run, summary, '1');
  assert.deepEqual(lineBeside(dir, '1'), recordLine(run, summary));
  assert.equal(lineBeside(dir, '2'), null);
  for (const name of ['run.json', 'summary.json', 'samples.ndjson', 'probes.ndjson']) {
    const path = join(dir, name);
    const { atimeMs, mtimeMs } = statSync(path);
    utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000 + 2);
    assert.equal(lineBeside(dir, '1'), null, name);
    utimesSync(path, atimeMs / 1_000, Math.floor(mtimeMs / 1_000));
    assert.notEqual(lineBeside(dir, '1'), null, 'an archive keeps seconds');
  }
  writeFileSync(join(dir, 'run.json'), 'another size');
  assert.equal(lineBeside(dir, '1'), null);
});

test('what somebody wrote there by hand is no line, whatever it is', () => {
  writeLine(dir, run, summary, '1');
  const path = join(dir, 'line.json');
  const kept = JSON.parse(readFileSync(path, 'utf8'));
  for (const text of [
    '',
    'null',
    '7',
    JSON.stringify({ ...kept, line: null }),
    JSON.stringify({ ...kept, line: { ...kept.line, clients: 'chromium' } }),
    JSON.stringify({ ...kept, line: { ...kept.line, answer: { text: 7 } } }),
    JSON.stringify({ ...kept, line: { ...kept.line, status: 'well' } }),
    `${JSON.stringify(kept)}${' '.repeat(100_000)}`,
  ]) {
    writeFileSync(path, text);
    assert.equal(lineBeside(dir, '1'), null, text.slice(0, 200));
  }
});

test('of what is damaged, goes on or cannot be written there is no line, and nothing breaks', () => {
  writeLine(dir, { ...run, status: 'running' }, summary, '1');
  writeLine(dir, { ...run, startedAt: 7 as unknown as string }, summary, '1');
  onFullDisk(() => writeLine(dir, run, summary, '1'));
  assert.equal(lineBeside(dir, '1'), null);
});
