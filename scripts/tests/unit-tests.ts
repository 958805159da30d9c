// Spreads unit tests over processes. Most files take less time than a start of Node with its libraries, so
// many share one process, in which each is a suite of its own (scripts/tests/one-process.ts). Their order is
// not fixed.

import { globSync } from 'node:fs';

const PATTERNS = ['scripts/**/*.test.ts', 'bin/**/*.test.ts', 'bench/**/*.test.ts', 'src/**/*.test.ts'];

/**
 * So many share a process at most: rooms stay together by and large. The later a process begins, the fewer it
 * has, so that none runs on by itself at the end.
 */
const MOST_TOGETHER = 30;
const FEWEST_TOGETHER = 5;
const SHARE_OF_THOSE_LEFT = 1 / 8;

/** They take no core while they wait for what hangs, so they run beside all others, one after the other. */
const WAITING = ['src/cli/gate/sides/hanging-head.test.ts'];

/**
 * They take several seconds each: first, so that nothing waits for them at the end. Those that judge times
 * stand between those that mostly wait. What goes through the same code is one process, which has it compiled
 * after the first file: whole runs, gates, the suite.
 */
const LONG = [
  ['src/cli/gate/gate.test.ts', 'src/cli/gate/sides/failing-sides.test.ts'],
  [
    'src/cli/run/run.test.ts',
    'src/cli/run/run-link.test.ts',
    'src/cli/run/run-held.test.ts',
    'src/cli/run/run-designed.test.ts',
  ],
  ['src/cli/whole/rude-client.test.ts', 'src/cli/whole/own-data.test.ts'],
  ['src/verify/cheats/in-time.test.ts'],
  ['src/cli/reproduce/reproduce.test.ts', 'src/cli/reproduce/published-results.test.ts'],
  ['src/cli/measure/measure.test.ts'],
  ['src/verify/verify-process.test.ts', 'src/verify/honest.test.ts'],
  ['src/cli/gate/sides/gate-asked.test.ts', 'src/cli/gate/sides/silent-sides.test.ts'],
  ['src/verify/cheats/in-messages.test.ts'],
  ['src/cli/records/shares.test.ts', 'src/cli/records/merge.test.ts'],
  ['src/formats/every-format.test.ts', 'src/formats/in-a-page.test.ts'],
];

/** Most of those that are left of this room judge times too: one after the other, and not at the end. */
const JUDGING = 'src/verify/';

/** Each list is for one process. */
export interface UnitTests {
  readonly waiting: readonly (readonly string[])[];
  readonly first: readonly (readonly string[])[];
  readonly others: readonly (readonly string[])[];
}

/** Every unit test once, relative to `root`. */
export function unitTests(root: string): UnitTests {
  const files = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const named = [...WAITING, ...LONG.flat()];
  const missing = named.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`scripts/tests/unit-tests.ts names what is not there: ${missing}`);
  const short = files.filter((file) => !named.includes(file));
  const judging = short.filter((file) => file.startsWith(JUDGING));
  return {
    waiting: WAITING.map((file) => [file]),
    first: [judging, ...LONG],
    others: groupsOf(short.filter((file) => !judging.includes(file))),
  };
}

function groupsOf(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < files.length; at += groups.at(-1)!.length) {
    const share = Math.ceil((files.length - at) * SHARE_OF_THOSE_LEFT);
    const size = Math.min(MOST_TOGETHER, Math.max(FEWEST_TOGETHER, share));
    groups.push(files.slice(at, at + size));
  }
  return groups;
}
