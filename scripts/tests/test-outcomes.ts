// Gathers what node:test reports while it runs: counts, failures with the output of their file, and the lines
// about each.

import path from 'node:path';
import type { run } from 'node:test';
import type { FileTime, TestCounts } from './run-tests.ts';

/** Runs the files it is given as suites of their names, all in its process. */
export const ONE_PROCESS = path.join(import.meta.dirname, 'one-process.ts');

const LATE = /^Error: Test "(.*)" at (\S+):(\d+):\d+ generated asynchronous activity/s;

interface Failure {
  readonly name: string;
  /** That was run, relative to the root: a test may stand in another one, which by itself runs nothing. */
  readonly file: string;
  /** Where the test stands. */
  readonly at: string;
  readonly why: string;
}

interface Ended {
  /** Files that ran to their end, relative to the root. */
  readonly finished: ReadonlySet<string>;
  /** Why that process failed as a whole; null if it did not. */
  readonly why: string | null;
}

export class Outcomes {
  readonly #failures: Failure[] = [];
  readonly #skipped: string[] = [];
  readonly #passed: string[] = [];
  readonly #times: FileTime[] = [];
  /** The output of each file, until a failure has printed it. */
  readonly #told = new Map<string, string>();
  readonly #root: string;
  readonly #tell: (line: string) => void;
  readonly #tellsFigures: boolean;

  /** `tellsFigures`: what tests say of their figures is told too. */
  constructor(root: string, tell: (line: string) => void, tellsFigures: boolean) {
    this.#root = root;
    this.#tell = tell;
    this.#tellsFigures = tellsFigures;
  }

  /** Reads the stream to its end, and tells every failure in it. */
  async of(stream: ReturnType<typeof run>): Promise<Ended> {
    const finished = new Set<string>();
    const withTests = new Set<string>();
    const failures: Failure[] = [];
    let why: string | null = null;
    /** The file that runs now. */
    let current = '';
    const place = (file: string | undefined) =>
      path.relative(this.#root, path.resolve(this.#root, file ?? '?'));
    stream.on('test:dequeue', ({ nesting, name, type }) => {
      if (nesting === 0 && type === 'suite') current = name;
    });
    stream.on('test:pass', ({ name, nesting, skip, todo, details }) => {
      if (isFile(name, nesting)) {
        finished.add(name);
        this.#times.push({ file: name, ms: details.duration_ms });
        if (!withTests.has(name))
          failures.push({ name: 'it has tests', file: name, at: name, why: 'there is none' });
        return;
      }
      withTests.add(current);
      const reason = [skip, todo].find((each) => each !== undefined && each !== false);
      // node:test does not report the tests of a skipped suite one by one.
      if (reason !== undefined) this.#skipped.push(`${current}: ${name}${sayReason(reason)}`);
      else if (details.type !== 'suite') this.#passed.push(current);
    });
    stream.on('test:fail', ({ name, file, nesting, line, details }) => {
      const ofFile = isFile(name, nesting);
      if (ofFile) {
        finished.add(name);
        this.#times.push({ file: name, ms: details.duration_ms });
      } else withTests.add(current);
      // A suite or file fails with its tests; it counts by itself only when it failed for another reason.
      if (failureType(details.error) === 'subtestsFailed') return;
      const reason = sayFailure(details.error);
      if (isOneProcess(name)) why = reason;
      else if (ofFile)
        failures.push({ name: 'the file is loaded, and its hooks run', file: name, at: name, why: reason });
      else failures.push({ name, file: current, at: `${place(file)}:${line ?? 0}`, why: reason });
    });
    stream.on('test:diagnostic', ({ message, nesting }) => {
      // The runner's own stand outside of every file.
      if (this.#tellsFigures && nesting > 0) this.#tell(`    ${message}`);
      // A test left something behind that failed after its end. node:test reports it in passing and fails the
      // process.
      const late = LATE.exec(message);
      if (late === null) return;
      const file = place(late[2]);
      const at = `${file}:${late[3]}`;
      failures.push({ name: late[1]!, file: finished.has(file) ? file : current, at, why: message });
    });
    for (const event of ['test:stdout', 'test:stderr'] as const) {
      stream.on(event, ({ message }) => {
        this.#told.set(current, `${this.#told.get(current) ?? ''}${message}`.slice(-4_000));
      });
    }
    for await (const _ of stream) {
      // The listeners above do the work; the stream has to be read to its end.
    }
    for (const failure of failures) this.#add(failure);
    return { finished, why: failures.some(({ why }) => LATE.test(why)) ? null : why };
  }

  /** Records a failure of a file as a whole. */
  failed(file: string, name: string, why: string): void {
    this.#add({ name, file, at: file, why });
  }

  #add(failure: Failure): void {
    this.#failures.push(failure);
    tellFailure(failure, this.#told, this.#tell);
  }

  counts(): TestCounts {
    const failedFiles = Array.from(new Set(this.#failures.map(({ file }) => file)), (file) => ({
      file,
      passed: this.#passed.filter((each) => each === file).length,
      failed: this.#failures.filter((each) => each.file === file).length,
      disturbance: null,
    }));
    const [passed, failed] = [this.#passed.length, this.#failures.length];
    return { passed, failed, skipped: this.#skipped, failedFiles, times: this.#times };
  }
}

/** Each is a suite of its name (scripts/tests/one-process.ts). */
function isFile(name: string, nesting: number): boolean {
  return nesting === 0 && name.endsWith('.test.ts');
}

function sayReason(reason: string | true): string {
  return reason === true ? '' : ` (${reason})`;
}

function isOneProcess(file: string): boolean {
  return file.endsWith(path.basename(ONE_PROCESS));
}

function tellFailure(failure: Failure, told: Map<string, string>, tell: (line: string) => void): void {
  tell(`\n  FAILED ${failure.name}\n  ${failure.at}\n${failure.why.replace(/^/gm, '    ')}`);
  const output = told.get(failure.file);
  if (output === undefined) return;
  tell(`  the file wrote:\n${output.trimEnd().replace(/^/gm, '    | ')}`);
  told.delete(failure.file);
}

/** Node puts it on its own errors (ERR_TEST_FAILURE); the types do not know. */
function failureType(error: Error): unknown {
  return 'failureType' in error ? error.failureType : null;
}

function sayFailure(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  if (!(cause instanceof Error)) return String(cause);
  // What the environment's gaps tried (src/base/errors.ts) is the half that says what went wrong.
  const tried = 'tried' in cause && Array.isArray(cause.tried) ? cause.tried.map(String) : [];
  return [cause.stack ?? cause.message, ...tried].join('\n');
}
