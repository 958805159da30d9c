// A lab that is killed outright at moments that chance names, and what is left of it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../src/base/random.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import type { Bench } from './lab-process.ts';

/** Verification, browser starts and blocks: some are killed early, some late. */
const AFTER_START_MS = [1_500, 13_000] as const;
/** Browser starts and four seconds of blocks: however slow the machine is, these have begun a record. */
const AFTER_RECORD_MS = [0, 6_000] as const;

/** Nothing is left running, and the record is read and resumed, each of so many times. */
export async function assertSurvivesKills(bench: Bench, rounds: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const study = ['quick', '--only', 'n=10', '--budget', '18s', '--sessions', '2'];
  let withRecord = 0;
  for (let round = 0; round < rounds; round++) {
    const record = `killed-${round}`;
    const lab = bench.start('run', ...study, '--out', record);
    const isFromRecord = round % 2 === 1;
    if (isFromRecord) await lab.told('record in');
    const [leastMs, mostMs] = isFromRecord ? AFTER_RECORD_MS : AFTER_START_MS;
    const killedAfterMs = Math.round(leastMs + random() * (mostMs - leastMs));
    await Promise.race([delay(killedAfterMs), lab.ended]);
    lab.kill('SIGKILL');
    await lab.ended;
    const at = `killed ${killedAfterMs} ms after ${isFromRecord ? 'its record began' : 'its start'}`;
    assert.deepEqual(await bench.survivorsAfter(8_000), [], at);
    assert.deepEqual(bench.leftovers(), [], at);
    if (!existsSync(path.join(bench.dir, record, 'run.json'))) continue;
    withRecord += 1;
    const before = json(bench, record, 'run.json') as Recorded<RunFile>;
    if (before.status === 'complete') continue;
    const report = await bench.start('report', record).ended;
    assert.equal(report.code, 0, `${at}: ${report.err}`);
    const resumed = await bench.start('run', '--resume', record).ended;
    assert.equal(resumed.code, 0, `${at}: ${resumed.err}`);
    assertComplete(bench, record, at);
  }
  assert.ok(
    withRecord >= Math.floor(rounds / 2),
    `${withRecord} of ${rounds} labs had begun a record before they were killed`,
  );
}

function assertComplete(bench: Bench, record: string, at: string): void {
  const { sessions, status } = json(bench, record, 'run.json') as Recorded<RunFile>;
  assert.equal(status, 'complete', at);
  // Its budget is wall time: where verification and starts take longer than is reckoned, the first session is
  // carried out all the same, and there is no time for the second.
  const complete = sessions.filter((one) => one.status === 'complete').map(({ planned }) => planned);
  assert.ok(complete.length > 0, at);
  assert.deepEqual(complete, [0, 1].slice(0, complete.length), at);
  assert.deepEqual(
    sessions.map(({ session }) => session),
    sessions.map((_, index) => index),
    at,
  );
  const { cells } = json(bench, record, 'summary.json') as Recorded<Summary>;
  assert.ok(cells.length === 7 && cells.every((cell) => cell.status === 'measured'), at);
}

function json(bench: Bench, dir: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(bench.dir, dir, file), 'utf8'));
}
