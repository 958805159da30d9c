// Runs test files with node:test, one process a file, and tells what happened: a line for each file, every failure
// with its place and message, every skipped test with its reason.

import { globSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';

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
  /** Relative to `root`, or globs. */
  readonly files: readonly string[];
  /** How many files at a time; real runs measure, so they go one by one. */
  readonly concurrency: number;
  /** For one file. */
  readonly timeoutMs: number;
}

interface Failure {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** No file for a pattern is a failure: a run of nothing must not look like a success. */
export async function runTests(
  root: string,
  wanted: TestRun,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const files = wanted.files.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  if (files.length === 0) {
    tell(`  no test file in ${wanted.files.join(', ')}`);
    return { passed: 0, failed: 1, skipped: [], failedFiles: [] };
  }
  const failures: Failure[] = [];
  const skipped: string[] = [];
  const told = new Map<string, string>();
  const passed: string[] = [];
  const relative = (file: string | undefined) => path.relative(root, file ?? '?');
  const stream = run({
    files: files.map((file) => path.join(root, file)),
    cwd: root,
    concurrency: wanted.concurrency,
    timeout: wanted.timeoutMs,
  });
  stream.on('test:pass', ({ name, file, skip, todo, details }) => {
    if (details.type === 'suite') return;
    const reason = skip ?? todo;
    if (reason === undefined || reason === false) passed.push(relative(file));
    else skipped.push(`${relative(file)}: ${name}${typeof reason === 'string' ? ` (${reason})` : ''}`);
  });
  stream.on('test:fail', ({ name, file, line, details }) => {
    // A suite or file fails with its tests; it counts by itself only when it failed for another reason.
    if (failureTypeOf(details.error) === 'subtestsFailed') return;
    failures.push({ name, file: relative(file), line: line ?? 0, why: whyOf(details.error) });
  });
  for (const event of ['test:stdout', 'test:stderr'] as const) {
    stream.on(event, ({ file, message }) => {
      told.set(relative(file), `${told.get(relative(file)) ?? ''}${message}`.slice(-4_000));
    });
  }
  stream.on('test:summary', ({ file, counts, duration_ms: durationMs, success }) => {
    if (file === undefined) return;
    const seconds = (durationMs / 1_000).toFixed(1);
    tell(`  ${success ? 'ok    ' : 'FAILED'} ${relative(file)} · ${counts.passed} passed · ${seconds} s`);
  });
  for await (const _ of stream) {
    // The listeners above do the work; the stream has to be read to its end.
  }
  for (const failure of failures) tellFailure(failure, told, tell);
  const failedFiles = Array.from(new Set(failures.map(({ file }) => file)), (file) => ({
    file,
    passed: passed.filter((each) => each === file).length,
    failed: failures.filter((each) => each.file === file).length,
  }));
  return { passed: passed.length, failed: failures.length, skipped, failedFiles };
}

function tellFailure(failure: Failure, told: Map<string, string>, tell: (line: string) => void): void {
  tell(
    `\n  FAILED ${failure.name}\n  ${failure.file}:${failure.line}\n${failure.why.replace(/^/gm, '    ')}`,
  );
  const output = told.get(failure.file);
  if (output === undefined) return;
  tell(`  the file wrote:\n${output.trimEnd().replace(/^/gm, '    | ')}`);
  told.delete(failure.file);
}

/** Node puts it on its own errors (ERR_TEST_FAILURE); the types do not know. */
function failureTypeOf(error: Error): unknown {
  return 'failureType' in error ? error.failureType : null;
}

function whyOf(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
