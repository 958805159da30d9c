// npm run prove: what takes too long for npm test, on a quiet machine: the full suite of the contract for
// every target, what goes wrong now and then many times over, figures that take some sessions, and browsers
// watched for minutes. `npm run prove -- NAME …` runs these files alone. Ends with the line
// `N passed, N failed`.

import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBeforehand } from './tests/first-builds.ts';
import { runTests } from './tests/run-tests.ts';

/** The longest time for one file: contracts proved often take most of it. */
const PROOF_TIMEOUT_MS = 12 * 3_600_000;

/** How long browsers may ask for nothing but their page. */
const WATCHED_MS = 300_000;

const root = path.dirname(import.meta.dirname);
const tell = (line: string) => console.log(line);

await buildBeforehand({ root, tempDir: tmpdir(), most: 1 }, tell);
process.env.WIREFARE_WATCHED_MS = String(WATCHED_MS);
const all = [
  ...globSync('test/prove/**/*.test.ts', { cwd: root }).sort(),
  'test/real/clients/browsers.test.ts',
];
const nameOf = (file: string) => path.basename(file, '.test.ts');
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.some((file) => nameOf(file) === name));
if (unknown.length > 0)
  throw new Error(`no proof is called ${unknown.join(', ')}; there are ${all.map(nameOf).join(', ')}`);
const files = all.filter((file) => asked.length === 0 || asked.includes(nameOf(file)));
const counts = await runTests(
  root,
  { files, concurrency: 1, timeoutMs: PROOF_TIMEOUT_MS, tellsFigures: true },
  tell,
);
for (const test of counts.skipped) tell(`skipped ${test}`);
tell(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
