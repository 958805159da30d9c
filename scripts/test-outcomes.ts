// What node:test says while it runs, gathered: counts, failures with what their file wrote, and what is told of each.

import path from 'node:path';
import type { run } from 'node:test';
import type { TestCounts } from './run-tests.ts';

/** Runs the files it is given as suites of their names, all in its process. */
export const ONE_PROCESS = 'scripts/one-process.ts';

const LATE = /^Error: Test "(.*)" at (\S+):(\d+):\d+ generated asynchronous activity/s;

interface Failure {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

interface Ended {
  /** Files that ran to their end as suites of one process, relative to the root. */
  readonly finished: ReadonlySet<string>;
  /** Why that process failed as a whole; null where it did not. */
  readonly why: string | null;
}

export class Outcomes {
  readonly #failures: Failure[] = [];
  readonly #skipped: string[] = [];
  readonly #passed: string[] = [];
  /** What each file wrote, until a failure of it has told that. */
  readonly #told = new Map<string, string>();
  readonly #root: string;
  readonly #tell: (line: string) => void;

  constructor(root: string, tell: (line: string) => void) {
    this.#root = root;
    this.#tell = tell;
  }

  /** Reads the stream to its end, and tells every failure in it. */
  async of(stream: ReturnType<typeof run>): Promise<Ended> {
    const finished = new Set<string>();
    const failures: Failure[] = [];
    let why: string | null = null;
    /** The suite that runs now, which is a file where many share one process. */
    let suite: string | null = null;
    const place = (file: string | undefined) => path.relative(this.#root, file ?? '?');
    stream.on('test:dequeue', ({ nesting, name, type }) => {
      if (nesting === 0 && type === 'suite') suite = name;
    });
    stream.on('test:pass', ({ name, file, nesting, skip, todo, details }) => {
      if (nesting === 0 && isFile(name, details.type)) finished.add(name);
      if (details.type === 'suite') return;
      const reason = skip ?? todo;
      if (reason === undefined || reason === false) this.#passed.push(place(file));
      else this.#skipped.push(`${place(file)}: ${name}${typeof reason === 'string' ? ` (${reason})` : ''}`);
    });
    stream.on('test:fail', ({ name, file, nesting, line, details }) => {
      const ofFile = nesting === 0 && isFile(name, details.type);
      if (ofFile) finished.add(name);
      // A suite or file fails with its tests; it counts by itself only when it failed for another reason.
      if (failureTypeOf(details.error) === 'subtestsFailed') return;
      const reason = whyOf(details.error);
      if (isOneProcess(name)) why = reason;
      else if (ofFile) failures.push({ name: 'the file can be loaded', file: name, line: 0, why: reason });
      else failures.push({ name, file: place(file), line: line ?? 0, why: reason });
    });
    stream.on('test:diagnostic', ({ message }) => {
      // What a test left behind and failed after its end; node:test tells it by the way and fails the process.
      const late = LATE.exec(message);
      if (late === null) return;
      failures.push({ name: late[1]!, file: late[2]!, line: Number(late[3]), why: message });
    });
    for (const event of ['test:stdout', 'test:stderr'] as const) {
      stream.on(event, ({ file, message }) => {
        const from = suite ?? place(file);
        this.#told.set(from, `${this.#told.get(from) ?? ''}${message}`.slice(-4_000));
      });
    }
    stream.on('test:summary', ({ file, counts, duration_ms: durationMs, success }) => {
      if (file === undefined || isOneProcess(file)) return;
      const seconds = (durationMs / 1_000).toFixed(1);
      this.#tell(
        `  ${success ? 'ok    ' : 'FAILED'} ${place(file)} · ${counts.passed} passed · ${seconds} s`,
      );
    });
    for await (const _ of stream) {
      // The listeners above do the work; the stream has to be read to its end.
    }
    for (const failure of failures) this.#add(failure);
    return { finished, why: failures.some(({ why }) => LATE.test(why)) ? null : why };
  }

  /** Of a file as a whole. */
  failed(file: string, name: string, why: string): void {
    this.#add({ name, file, line: 0, why });
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
    }));
    const [passed, failed] = [this.#passed.length, this.#failures.length];
    return { passed, failed, skipped: this.#skipped, failedFiles };
  }
}

/** Where many files share a process, each is a suite of its name (scripts/one-process.ts). */
function isFile(name: string, type: string | undefined): boolean {
  return type === 'suite' && name.endsWith('.test.ts');
}

function isOneProcess(file: string): boolean {
  return file.endsWith(ONE_PROCESS);
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
