// Runs test files with node:test, one process a file or many in one, and tells what happened: every failure
// with its place and message; of files that have a process each, a line.

import { globSync } from 'node:fs';
import { run } from 'node:test';
import { type Disturbance, type DisturbanceWatch, sayDisturbance } from './disturbance.ts';
import { QUIETLY, watchProgress } from './progress.ts';
import { ONE_PROCESS, Outcomes } from './test-outcomes.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** `file: name (reason)`, tests marked as to-do included. */
  readonly skipped: readonly string[];
  /** Files in which a test failed. */
  readonly failedFiles: readonly FailedFile[];
  /** Every file that ran to its end or was killed. */
  readonly times: readonly FileTime[];
}

export interface FailedFile {
  /** Relative to the root. */
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** The disturbance while the file ran; null if nobody watched or the system does not tell. */
  readonly disturbance: Disturbance | null;
}

export interface FileTime {
  /** Relative to the root. */
  readonly file: string;
  readonly ms: number;
}

/** No test: what others are added to. */
export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: [], failedFiles: [], times: [] };

/** Files that run beside one another. */
export interface TestGroup {
  /** Relative to `root`, or globs; begun in this order. */
  readonly files: readonly string[];
  /** How many files at a time; real runs measure, so they go one by one. */
  readonly concurrency: number;
  /** With the least priority, beside the groups after it but for what runs alone. */
  readonly isQuiet?: true;
}

export interface TestLimits {
  /** For one file. */
  readonly timeoutMs: number;
  /** What tests say of their figures (`t.diagnostic`) is told too. */
  readonly tellsFigures?: boolean;
  /** Says how disturbed the machine was between two times of `performance.now()`. */
  readonly worstIn?: DisturbanceWatch['worstIn'];
  /** With the least priority. */
  readonly isQuiet?: boolean | undefined;
}

export async function runTests(
  root: string,
  { files, concurrency, ...limits }: TestGroup & TestLimits,
  tell: (line: string) => void,
): Promise<TestCounts> {
  return runGroups(root, [{ files, concurrency }], limits, tell);
}

/**
 * One group after the other, the next one as soon as no more of the last one are under way than may be beside
 * its own. No file for a group is a failure: a run of nothing must not look like a success.
 */
export async function runGroups(
  root: string,
  groups: readonly TestGroup[],
  limits: TestLimits,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const steps = groups.flatMap(({ files: patterns, concurrency: most, isQuiet }): Step<TestCounts>[] => {
    const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
    const begins = files.map((file) => () => runAlone(root, file, { ...limits, isQuiet }, tell));
    if (isQuiet === true && files.length > 0)
      return [{ most, isQuiet, begin: async () => addCounts(await atATime(most, begins)) }];
    if (files.length > 0) return begins.map((begin) => ({ most, begin }));
    tell(`  no test file in ${patterns.join(', ')}`);
    return [{ most, begin: async () => ({ ...NO_TESTS, failed: 1 }) }];
  });
  return addCounts(await inOrder(steps));
}

async function runAlone(
  root: string,
  file: string,
  { timeoutMs, tellsFigures = false, worstIn, isQuiet = false }: TestLimits,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const startMs = performance.now();
  const counts = await runTogether(root, [file], timeoutMs, tell, { tellsFigures, isQuiet });
  const endMs = performance.now();
  const times = [{ file, ms: endMs - startMs }];
  const summary = `${file} · ${counts.passed} passed · ${saySeconds(endMs - startMs)}`;
  if (counts.failed === 0) {
    tell(`  ok     ${summary}`);
    return { ...counts, times };
  }
  const disturbance = worstIn?.(startMs, endMs) ?? null;
  tell(`  FAILED ${summary}${worstIn === undefined ? '' : `\n    ${sayDisturbance(disturbance)}`}`);
  return { ...counts, times, failedFiles: counts.failedFiles.map((each) => ({ ...each, disturbance })) };
}

export function saySeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function addCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
    failedFiles: all.flatMap(({ failedFiles }) => failedFiles),
    times: all.flatMap(({ times }) => times),
  };
}

/** Begins them in order, never more than `most` at once. */
export function atATime<T>(most: number, steps: readonly (() => Promise<T>)[]): Promise<T[]> {
  return inOrder(steps.map((begin) => ({ most, begin })));
}

/**
 * `most`: so many at once, itself included, where it is one of them. A quiet step counts for none but those
 * that are to be alone.
 */
interface Step<T> {
  readonly most: number;
  readonly isQuiet?: boolean;
  begin(): Promise<T>;
}

/** Each begins after those before it, as soon as what it allows and those under way allow has room for it. */
export async function inOrder<T>(steps: readonly Step<T>[]): Promise<T[]> {
  const all: Promise<T>[] = [];
  const underWay = new Map<Step<T>, Promise<unknown>>();
  for (const step of steps) {
    const hasRoom = () => {
      if (step.isQuiet === true) return true;
      if (step.most === 1) return underWay.size === 0;
      const others = [...underWay.keys()].filter(({ isQuiet }) => isQuiet !== true);
      return others.length < Math.min(step.most, ...others.map(({ most }) => most));
    };
    while (!hasRoom()) await Promise.race(underWay.values());
    const result = step.begin();
    all.push(result);
    const over = () => void underWay.delete(step);
    underWay.set(step, result.then(over, over));
  }
  return Promise.all(all);
}

/**
 * Runs `files` (relative to `root`) one after the other in one process. A file that ends the process or takes
 * longer than `timeoutMs` has failed; those after it go on in a new one.
 */
export async function runTogether(
  root: string,
  files: readonly string[],
  timeoutMs: number,
  tell: (line: string) => void,
  { tellsFigures = false, isQuiet = false }: Pick<TestLimits, 'tellsFigures' | 'isQuiet'> = {},
): Promise<TestCounts> {
  const outcomes = new Outcomes(root, tell, tellsFigures);
  for (let left = files; left.length > 0; ) {
    const watch = watchProgress(timeoutMs);
    const argv = [watch.to, ...(isQuiet ? [QUIETLY] : []), ...left];
    const { finished, why } = await outcomes.of(
      run({ files: [ONE_PROCESS], cwd: root, argv, concurrency: 1 }),
    );
    const { at, killed } = watch.end();
    const unfinished = left.filter((each) => !finished.has(each));
    const culprit = at?.file ?? left[0]!;
    const hasFinished = finished.has(culprit);
    const ended = hasFinished ? why : 'it ended its process';
    const reason = killed ? sayKilled(at?.isAtEnd ?? false, files.length > 1, timeoutMs) : ended;
    if (reason !== null) outcomes.failed(culprit, 'the file runs to its end and leaves nothing open', reason);
    left = unfinished.filter((each) => each !== culprit);
  }
  return outcomes.counts();
}

function sayKilled(isAtEnd: boolean, isOneOfMany: boolean, timeoutMs: number): string {
  if (!isAtEnd) return `it took longer than ${timeoutMs / 1_000} s, and its process was killed`;
  const which = isOneOfMany ? 'it, or a file before it in its process,' : 'it';
  return `its tests ended, and ${which} left something open: the process was killed`;
}
