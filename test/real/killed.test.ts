import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../src/base/random.ts';
import type { RunFile } from '../../src/record/record.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { labBench } from '../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

/** Verification, browser starts and six seconds of blocks: some are killed early, some late. */
const LONGEST_MS = 13_000;
const json = (dir: string, file: string): unknown =>
  JSON.parse(readFileSync(path.join(bench.dir, dir, file), 'utf8'));

test('a lab killed outright at any moment leaves nothing running and a record that is read and resumed', async () => {
  const random = seededRandom(20_260_101);
  const study = ['quick', '--only', 'n=10', '--budget', '4s', '--sessions', '2'];
  let withRecord = 0;
  for (let round = 0; round < 3; round++) {
    const record = `killed-${round}`;
    const lab = bench.start('run', ...study, '--out', record);
    const killedAfterMs = Math.round(1_500 + random() * (LONGEST_MS - 1_500));
    await Promise.race([delay(killedAfterMs), lab.ended]);
    lab.kill('SIGKILL');
    await lab.ended;
    const at = `killed after ${killedAfterMs} ms`;
    assert.deepEqual(await bench.survivorsAfter(8_000), [], at);
    assert.deepEqual(bench.leftovers(), [], at);
    if (!existsSync(path.join(bench.dir, record, 'run.json'))) continue;
    withRecord += 1;
    const before = json(record, 'run.json') as RunFile;
    if (before.status === 'complete') continue;
    const report = await bench.start('report', record).ended;
    assert.equal(report.code, 0, `${at}: ${report.err}`);
    const resumed = await bench.start('run', '--resume', record).ended;
    assert.equal(resumed.code, 0, `${at}: ${resumed.err}`);
    assertComplete(record, at);
  }
  assert.ok(withRecord >= 1, `${withRecord} of 3 labs had begun a record before they were killed`);
});

function assertComplete(record: string, at: string): void {
  const { sessions, status } = json(record, 'run.json') as RunFile;
  assert.equal(status, 'complete', at);
  assert.deepEqual(
    sessions.filter((one) => one.status === 'complete').map(({ planned }) => planned),
    [0, 1],
    at,
  );
  assert.deepEqual(
    sessions.map(({ session }) => session),
    sessions.map((_, index) => index),
    at,
  );
  const { cells } = json(record, 'summary.json') as Summary;
  assert.ok(cells.length === 7 && cells.every((cell) => cell.status === 'measured'), at);
}
