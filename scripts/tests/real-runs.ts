// Real runs with real browsers (test/real): those that hold figures to bounds one file at a time, the others
// in pairs.

import { globSync } from 'node:fs';
import path from 'node:path';
import { watchThisMachine } from './disturbance.ts';
import { addCounts, runTests, type TestCounts } from './run-tests.ts';
import { type TriedTests, tryAgain } from './second-tries.ts';

/**
 * The longest time for one file on a busy machine, where files that follow a page or build something take
 * minutes.
 */
const REAL_RUN_TIMEOUT_MS = 400_000;

/**
 * They ask what happens, not how long it takes, and take whole cores. In each list those that take longest
 * come first, so that none runs on by itself at the end.
 */
const BUSY = [
  'templates-client',
  'qt-clients',
  'calls',
  'tomcat-glassfish',
  'ended-sockets',
  'java-modules',
  'dropwizard-metro-spring',
  'templates',
  'run',
  'frameworks',
  'snippets',
  'pull-requests',
  'python-client',
  'fastapi',
  'nginx',
  'go-target',
  'many-clients',
  'killed',
  'php-deflate',
  'php',
  'own-data',
  'full-disk',
  'serve',
  'serve-firefox',
  'foreign-pages',
  'killed-lab',
  'late-liar',
  'reproduced',
  'messages',
  'package',
  'site',
];

/**
 * In pairs a link is still in time (three at once leave blocks void by its lateness), or they wait for round
 * trips of 100 ms and more, or for nothing to happen. Bounds of theirs are from below, or whole multiples
 * away.
 */
const WITHOUT_FIGURES = [
  'advise',
  'measure',
  'connections',
  'compressions',
  'killed-link',
  'https',
  'link-clients',
  'dictionary',
  'message-latency',
  'grid',
  'browsers',
  'modelled',
];

const IN_PAIRS = [BUSY, WITHOUT_FIGURES];

export async function runRealTests(root: string, tell: (line: string) => void): Promise<TriedTests> {
  const watch = watchThisMachine();
  const running = (files: readonly string[], concurrency: number) =>
    runTests(root, { files, concurrency, timeoutMs: REAL_RUN_TIMEOUT_MS, worstIn: watch.worstIn }, tell);
  try {
    const counts: TestCounts[] = [];
    for (const { files, concurrency } of realTestGroups(root)) counts.push(await running(files, concurrency));
    return await tryAgain(addCounts(counts), (files) => running(files, 1), tell);
  } finally {
    watch.stop();
  }
}

/** Every file of test/real once, relative to `root`, in the order in which they run. */
export function realTestGroups(
  root: string,
): readonly { readonly files: readonly string[]; readonly concurrency: number }[] {
  const all = globSync('test/real/**/*.test.ts', { cwd: root }).sort();
  const nameOf = (file: string) => path.basename(file, '.test.ts');
  const named: readonly string[] = IN_PAIRS.flat();
  const missing = named.filter((name) => !all.some((file) => nameOf(file) === name));
  if (missing.length > 0) throw new Error(`scripts/tests/real-runs.ts names what is not there: ${missing}`);
  const together = IN_PAIRS.map((names) => ({
    files: names.flatMap((name) => all.filter((file) => nameOf(file) === name)),
    concurrency: 2,
  }));
  const alone = all.filter((file) => !named.includes(nameOf(file)));
  return [...together, { files: alone, concurrency: 1 }];
}
