// npm test after its set-up: the checks, then real runs with real browsers (test/real), one file at a time.
// Ends with the line `N passed, N failed`. Where CI is set, a skipped test is a failure.

import path from 'node:path';
import { addCounts, runChecks } from './check-steps.ts';
import { runTests } from './run-tests.ts';

const REAL_RUN_TIMEOUT_MS = 240_000;

const root = path.dirname(import.meta.dirname);
const tell = (line: string) => console.log(line);
const isCi = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';

const checks = await runChecks(root, tell);
tell('real runs:');
const realRuns = { files: ['test/**/*.test.ts'], concurrency: 1, timeoutMs: REAL_RUN_TIMEOUT_MS };
const { passed, failed, skipped } = addCounts([checks, await runTests(root, realRuns, tell)]);
for (const test of skipped) tell(`skipped ${test}${isCi ? ': not allowed in CI' : ''}`);
const failedInAll = failed + (isCi ? skipped.length : 0);
tell(`${passed} passed, ${failedInAll} failed`);
process.exitCode = failedInAll > 0 ? 1 : 0;
