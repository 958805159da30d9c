// Runs test files with node:test, one process a file or many in one, and tells what happened: a line for each file,
// every failure with its place and message, every skipped test with its reason.

import { globSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { watchProgress } from './progress.ts';
import { ONE_PROCESS, Outcomes } from './test-outcomes.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** `file: name (reason)`, tests marked as to-do included. */
  readonly skipped: readonly string[];
  /** Files in which a test failed. */
  readonly failedFiles: readonly FailedFile[];
}

interface FailedFile {
  /** Relative to the root. */
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
}

export interface TestRun {
  /** Relative to `root`, or globs; begun in this order. */
  readonly files: readonly string[];
  /** How many files at a time; real runs measure, so they go one by one. */
  readonly concurrency: number;
  /** For one file. */
  readonly timeoutMs: number;
}

/** No file for a pattern is a failure: a run of nothing must not look like a success. */
export async function runTests(
  root: string,
  wanted: TestRun,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const files = wanted.files.flatMap((pattern) => globSync(pattern, { cwd: root }));
  if (files.length === 0) {
    tell(`  no test file in ${wanted.files.join(', ')}`);
    return { passed: 0, failed: 1, skipped: [], failedFiles: [] };
  }
  const outcomes = new Outcomes(root, tell);
  await outcomes.of(
    run({
      files: files.map((file) => path.join(root, file)),
      cwd: root,
      concurrency: wanted.concurrency,
      timeout: wanted.timeoutMs,
    }),
  );
  return outcomes.counts();
}

/**
 * Runs `files` (relative to `root`) one after the other in one process. A file that ends the process or takes longer than
 * `timeoutMs` has failed; those after it go on in a new one.
 */
export async function runTogether(
  root: string,
  files: readonly string[],
  timeoutMs: number,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const outcomes = new Outcomes(root, tell);
  for (let left = files; left.length > 0; ) {
    const watch = watchProgress(timeoutMs);
    const argv = [watch.to, ...left];
    const { finished, why } = await outcomes.of(
      run({ files: [path.join(root, ONE_PROCESS)], cwd: root, argv, concurrency: 1 }),
    );
    const { file, killed } = watch.end();
    const unfinished = left.filter((each) => !finished.has(each));
    const culprit = file ?? left[0]!;
    const said = killed ? `it took longer than ${timeoutMs / 1_000} s, and its process was killed` : why;
    if (said !== null || unfinished.includes(culprit))
      outcomes.failed(
        culprit,
        'the file runs to its end and leaves nothing open',
        said ?? 'it ended its process',
      );
    left = unfinished.filter((each) => each !== culprit);
  }
  return outcomes.counts();
}
