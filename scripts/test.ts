// npm test after its set-up: the checks, then real runs with real browsers (test/real): those that hold figures to bounds
// one file at a time, the others in pairs. Ends with the line `N passed, N failed`. Where CI is set, a skipped test is a failure.

import { globSync } from 'node:fs';
import path from 'node:path';
import { addCounts, runChecks } from './check-steps.ts';
import { runTests } from './run-tests.ts';

const REAL_RUN_TIMEOUT_MS = 240_000;

/** Files of test/real that ask what happens, not how long it takes: another one beside them does no harm. */
const WITHOUT_FIGURES = [
  'calls',
  'compressions',
  'dictionary',
  'dropwizard-metro',
  'full-disk',
  'go-target',
  'java-modules',
  'killed',
  'killed-lab',
  'killed-link',
  'own-data',
  'serve',
  'tomcat-glassfish',
];

const root = path.dirname(import.meta.dirname);
const tell = (line: string) => console.log(line);
const isCi = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';

const checks = await runChecks(root, tell);
tell('real runs:');
const { paired = [], alone = [] } = Object.groupBy(globSync('test/**/*.test.ts', { cwd: root }), (file) =>
  WITHOUT_FIGURES.includes(path.basename(file, '.test.ts')) ? 'paired' : 'alone',
);
const inPairs = { files: paired, concurrency: 2, timeoutMs: REAL_RUN_TIMEOUT_MS };
const oneByOne = { files: alone, concurrency: 1, timeoutMs: REAL_RUN_TIMEOUT_MS };
const { passed, failed, skipped } = addCounts([
  checks,
  await runTests(root, inPairs, tell),
  await runTests(root, oneByOne, tell),
]);
for (const test of skipped) tell(`skipped ${test}${isCi ? ': not allowed in CI' : ''}`);
const failedInAll = failed + (isCi ? skipped.length : 0);
tell(`${passed} passed, ${failedInAll} failed`);
process.exitCode = failedInAll > 0 ? 1 : 0;
