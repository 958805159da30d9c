// Real runs with real browsers (test/real): those that hold figures to bounds one file at a time, the others
// several at a time.

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { watchThisMachine } from './disturbance.ts';
import { runGroups, runTests, type TestGroup } from './run-tests.ts';
import { type TriedTests, tryAgain, waitForCalm } from './second-tries.ts';

/**
 * The longest time for one file on a busy machine, where files that follow a page or build something take
 * minutes.
 */
const REAL_RUN_TIMEOUT_MS = 400_000;

/**
 * They ask what happens, not how long it takes. Each takes a core and less: it waits for servers and browsers
 * to start and to end, and for round trips. In each list those that take longest come first, so that none
 * runs on by itself at the end; but `calls` comes when Metro was held to its contract.
 */
const BUSY = [
  'dropwizard-metro-spring',
  'tomcat-glassfish',
  'serve',
  'templates-client',
  'qt-clients',
  'calls',
  'ended-sockets',
  'templates',
  'frameworks',
  'snippets',
  'pull-requests',
  'python-client',
  'fastapi',
  'nginx',
  'go-target',
  'reproduced',
  'killed',
  'grid',
  'browsers',
  'php-deflate',
  'php',
  'messages',
  'workers',
  'serve-firefox',
  'foreign-pages',
  'late-liar',
  'killed-lab',
  'full-disk',
  'own-data',
];

/**
 * Work for compilers and builders, with no time of its own to keep: with the least priority it takes what the
 * pairs after it leave idle, about a third of two cores, and nothing from them.
 */
const QUIET = ['site', 'java-modules', 'package'];

/**
 * The main job has two sessions to do in its time. In pairs a link is still in time (three at once leave
 * blocks void by its lateness), or they wait for round trips of 100 ms and more, or for nothing to happen.
 * Bounds of theirs are from below, or whole multiples away.
 */
const WITHOUT_FIGURES = [
  'run',
  'advise',
  'killed-link',
  'connections',
  'compressions',
  'dictionary',
  'message-latency',
  'https',
  'link-clients',
  'measure',
  'modelled',
];

const TOGETHER: readonly (Omit<TestGroup, 'files'> & { readonly names: readonly string[] })[] = [
  // As of the unit tests, one more than two cores have at a time. More cores do not give each its own memory.
  { names: BUSY, concurrency: Math.min(availableParallelism(), 2) + 1 },
  { names: QUIET, concurrency: 1, isQuiet: true },
  { names: WITHOUT_FIGURES, concurrency: 2 },
];

export async function runRealTests(root: string, tell: (line: string) => void): Promise<TriedTests> {
  const watch = watchThisMachine();
  const limits = { timeoutMs: REAL_RUN_TIMEOUT_MS, worstIn: watch.worstIn };
  try {
    return await tryAgain(
      await runGroups(root, realTestGroups(root), limits, tell),
      (file) => runTests(root, { files: [file], concurrency: 1, ...limits }, tell),
      () => waitForCalm(watch),
      tell,
    );
  } finally {
    watch.stop();
  }
}

/** Every file of test/real once, relative to `root`, in the order in which they run. */
export function realTestGroups(root: string): readonly TestGroup[] {
  const all = globSync('test/real/**/*.test.ts', { cwd: root }).sort();
  const nameOf = (file: string) => path.basename(file, '.test.ts');
  const named: readonly string[] = TOGETHER.flatMap(({ names }) => names);
  const missing = named.filter((name) => !all.some((file) => nameOf(file) === name));
  if (missing.length > 0) throw new Error(`scripts/tests/real-runs.ts names what is not there: ${missing}`);
  const together = TOGETHER.map(({ names, ...how }) => ({
    files: names.flatMap((name) => all.filter((file) => nameOf(file) === name)),
    ...how,
  }));
  const alone = all.filter((file) => !named.includes(nameOf(file)));
  return [...together, { files: alone, concurrency: 1 }];
}
