// npm test after its set-up: the checks, then real runs with real browsers (test/real): those that hold figures to bounds
// one file at a time, the others in pairs. Ends with the line `N passed, N failed`. Where CI is set, a skipped test is a failure.

import { globSync } from 'node:fs';
import path from 'node:path';
import { runChecks } from './check-steps.ts';
import { addCounts, runTests, type TestCounts } from './run-tests.ts';

/** Of one file, on a machine that is busy: those that follow a page, or build, take minutes there. */
const REAL_RUN_TIMEOUT_MS = 400_000;

/**
 * Files of test/real that take whole cores, for builds above all, and ask what happens, not how long it takes. In each list
 * those that take longest come first, so that none runs on by itself at the end.
 */
const BUSY = [
  'qt-clients',
  'tomcat-glassfish',
  'calls',
  'java-modules',
  'dropwizard-metro',
  'templates',
  'python-client',
  'templates-client',
  'go-target',
];

/** Likewise, but lighter: a link beside them is still in time. Bounds of theirs are from below, or whole multiples away. */
const WITHOUT_FIGURES = [
  'connections',
  'compressions',
  'killed',
  'killed-link',
  'dictionary',
  'run',
  'php',
  'php-deflate',
  'own-data',
  'full-disk',
  'killed-lab',
  'serve',
];

/** They wait for round trips of 100 ms and more, or for nothing to happen, and leave the cores to one another. */
const WAITING = ['https', 'browsers', 'modelled'];

const root = path.dirname(import.meta.dirname);
const tell = (line: string) => console.log(line);
const isCi = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';

const checks = await runChecks(root, tell);
tell('real runs:');
const {
  busy = [],
  paired = [],
  waiting = [],
  alone = [],
} = Object.groupBy(globSync('test/**/*.test.ts', { cwd: root }), (file) => {
  const name = path.basename(file, '.test.ts');
  if (BUSY.includes(name)) return 'busy';
  if (WAITING.includes(name)) return 'waiting';
  return WITHOUT_FIGURES.includes(name) ? 'paired' : 'alone';
});
const placeOf = (file: string) =>
  [...BUSY, ...WITHOUT_FIGURES, ...WAITING].indexOf(path.basename(file, '.test.ts'));
const running = (files: readonly string[], concurrency: number) => {
  const inOrder = files.toSorted((a, b) => placeOf(a) - placeOf(b));
  return runTests(root, { files: inOrder, concurrency, timeoutMs: REAL_RUN_TIMEOUT_MS }, tell);
};
const real = addCounts([
  await running(busy, 2),
  await running(paired, 2),
  await running(waiting, 2),
  await running(alone, 1),
]);
const { passed, failed, skipped } = addCounts([checks, await onceMore(real)]);
for (const test of skipped) tell(`skipped ${test}${isCi ? ': not allowed in CI' : ''}`);
const failedInAll = failed + (isCi ? skipped.length : 0);
tell(`${passed} passed, ${failedInAll} failed`);
process.exitCode = failedInAll > 0 ? 1 : 0;

/**
 * Real runs need whole cores for minutes, on machines that others use too: a file that failed is run a second time, by
 * itself, in full view, and that counts. What is wrong fails again.
 */
async function onceMore(first: TestCounts): Promise<TestCounts> {
  const { failedFiles } = first;
  if (failedFiles.length === 0) return first;
  tell('once more, each by itself:');
  const again = await running(
    failedFiles.map(({ file }) => file),
    1,
  );
  const sum = (of: 'passed' | 'failed') => failedFiles.reduce((all, file) => all + file[of], 0);
  return {
    passed: first.passed - sum('passed') + again.passed,
    failed: first.failed - sum('failed') + again.failed,
    skipped: [...new Set([...first.skipped, ...again.skipped])],
    failedFiles: again.failedFiles,
  };
}
