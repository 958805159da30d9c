import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../../src/record/record.ts';
import { labBench } from '../../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const LIMIT_KB = 256;

test('a record that can grow no further ends the run with 4 and the way on; what was measured is read and resumed', async () => {
  const study = ['run', 'quick', '--browser', 'node', '--only', 'n=10', '--budget', '30s', '--sessions', '2'];
  // A file of 256 kB is the largest that this lab may write: to a program that is like a disk that is full.
  const lab = bench.startLimited(LIMIT_KB, ...study, '--out', 'full');
  const { code, err } = await lab.ended;
  assert.equal(code, 4, err);
  assert.match(err, /cannot be written[\s\S]*EFBIG[\s\S]*wirefare run --resume/);
  assert.deepEqual(await bench.survivorsAfter(3_000), []);
  assert.deepEqual(bench.leftovers(), []);
  const record = path.join(bench.dir, 'full');
  assert.equal(statSync(path.join(record, 'samples.ndjson')).size, LIMIT_KB * 1024);

  const report = await bench.start('report', 'full', '--format', 'md').ended;
  assert.equal(report.code, 0, report.err);
  assert.match(report.out, /json/);

  const resumed = bench.start('run', '--resume', 'full');
  await resumed.told('record in');
  resumed.kill('SIGINT');
  assert.equal((await resumed.ended).code, 130);
  const lines = readFileSync(path.join(record, 'samples.ndjson'), 'utf8').trimEnd().split('\n');
  for (const line of lines) JSON.parse(line);
  const { sessions } = JSON.parse(readFileSync(path.join(record, 'run.json'), 'utf8')) as Recorded<RunFile>;
  assert.equal(sessions[0]?.status, 'failed');
});
