// npm test after its set-up: first builds, the checks with the unit tests, then real runs with real browsers
// (test/real), each timed apart. Ends with the line `N passed, N failed`. Where CI is set, a skipped test is
// a failure.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './tests/check-steps.ts';
import { buildBeforehand } from './tests/first-builds.ts';
import { runRealTests } from './tests/real-runs.ts';
import { addCounts, saySeconds } from './tests/run-tests.ts';

const SLOWEST_TOLD = 10;

const root = path.dirname(import.meta.dirname);
const tell = (line: string) => console.log(line);
const isCi = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';

// What was held to its contract once is not held to it again by every lab that a test starts.
process.env.WIREFARE_VERIFIED = mkdtempSync(path.join(tmpdir(), 'wirefare-verified-'));
process.once('exit', () => rmSync(process.env.WIREFARE_VERIFIED!, { recursive: true, force: true }));

await timed('first builds', () =>
  buildBeforehand({ root, tempDir: tmpdir(), most: availableParallelism() }, tell),
);
const checks = await timed('checks and unit tests', () => runChecks(root, tell));
const real = await timed('real runs', () => runRealTests(root, tell));

const { passed, failed, skipped, times } = addCounts([checks, real]);
for (const test of skipped) tell(`skipped ${test}${isCi ? ': not allowed in CI' : ''}`);
tell(`the ${SLOWEST_TOLD} slowest files:`);
const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_TOLD);
for (const { file, ms } of slowest) tell(`  ${saySeconds(ms).padStart(7)} ${file}`);
const secondTries = [...checks.secondTries, ...real.secondTries];
tell(`second tries: ${secondTries.length}`);
for (const each of secondTries) tell(`  ${each}`);
const failedInAll = failed + (isCi ? skipped.length : 0);
tell(`${passed} passed, ${failedInAll} failed`);
process.exitCode = failedInAll > 0 ? 1 : 0;

async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  tell(`${what}:`);
  const [startMs, before] = [performance.now(), coresTook()];
  const result = await step();
  const [busyMs, allMs] = coresTook().map((ms, i) => ms - before[i]!) as [number, number];
  // Where they were idle for long more can run at once; where they were not, only less work is quicker.
  const share = `the cores were busy for ${Math.round((100 * busyMs) / Math.max(1, allMs))} % of it`;
  tell(`${what}: ${saySeconds(performance.now() - startMs)}, ${share}`);
  return result;
}

/** Since the machine started, all cores together, ms: with what others did. */
function coresTook(): readonly [busy: number, all: number] {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => [user + nice + sys + irq, idle]);
  const [busy, idle] = [0, 1].map((i) => times.reduce((sum, each) => sum + each[i]!, 0)) as [number, number];
  return [busy, busy + idle];
}
