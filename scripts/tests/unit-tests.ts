// Spreads unit tests over processes. Most files take less time than a start of Node with its libraries, so
// many share one process, in which each is a suite of its own (scripts/tests/one-process.ts). Their order is
// not fixed.

import { globSync } from 'node:fs';

const PATTERNS = ['scripts/**/*.test.ts', 'bin/**/*.test.ts', 'bench/**/*.test.ts', 'src/**/*.test.ts'];

/** So many share a process: rooms stay together by and large, and no process is the last one for long. */
const GROUP_SIZE = 20;

/**
 * They take several seconds each: by themselves and first, so that nothing waits for them at the end. Those
 * that judge times stand between those that mostly wait.
 */
const LONG = [
  'src/cli/gate/sides/hanging-head.test.ts',
  'src/verify/verify-process.test.ts',
  'src/cli/run/run.test.ts',
  'src/cli/whole/rude-client.test.ts',
  'src/verify/cheats/in-time.test.ts',
  'src/cli/run/run-link.test.ts',
  'src/cli/run/run-held.test.ts',
  'src/cli/run/run-designed.test.ts',
  'src/verify/honest.test.ts',
  'src/cli/whole/own-data.test.ts',
  'src/cli/measure/measure.test.ts',
  'src/cli/gate/sides/gate-asked.test.ts',
  'src/cli/gate/gate.test.ts',
  'src/verify/cheats/in-messages.test.ts',
  'src/formats/every-format.test.ts',
  'src/formats/in-a-page.test.ts',
];

/** Every unit test once, relative to `root`; groups of one come first. */
export function unitTestGroups(root: string): readonly (readonly string[])[] {
  const files = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const missing = LONG.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`scripts/tests/unit-tests.ts names what is not there: ${missing}`);
  const short = files.filter((file) => !LONG.includes(file));
  const groups = Array.from({ length: Math.ceil(short.length / GROUP_SIZE) }, (_, i) =>
    short.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE),
  );
  return [...LONG.map((file) => [file]), ...groups];
}
