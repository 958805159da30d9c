// The three families of failure. main.ts alone decides what each prints and which exit code it has: the
// user's mistakes (2), the environment's gaps (4), and everything else, which is a bug (1).

/** One thing wrong in what the user gave. */
export interface Problem {
  /** Where it stands: `study.yaml`, a flag, a URL. */
  readonly file: string;
  /** Path inside it, `factors.format[2]`; empty for the whole. */
  readonly path: string;
  /** What is wrong, as a sentence without a full stop. */
  readonly what: string;
  /** What would be right, where it can be listed. */
  readonly allowed?: readonly string[];
  /** The nearest allowed spelling. */
  readonly nearest?: string;
  /** What leads on from here, where spelling it otherwise does not. */
  readonly hint?: string;
}

/** The user's input is wrong; every problem found is listed. Exit code 2. */
export class UserError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(sayProblem).join('\n'));
    this.name = 'UserError';
    this.problems = problems;
  }
}

/** Does several things that may each find mistakes of the user, so that the user sees all of them at once. */
export class Mistakes {
  readonly #problems: Problem[] = [];

  /** Returns what `act` returns. If `act` throws a UserError, keeps its problems and returns undefined. */
  of<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (thrown) {
      this.#keep(thrown);
    }
  }

  /** The same for an `act` that returns a promise. */
  async ofAsync<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (thrown) {
      this.#keep(thrown);
    }
  }

  add(problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  areNone(): boolean {
    return this.#problems.length === 0;
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new UserError(this.#problems);
  }

  #keep(thrown: unknown): void {
    if (!(thrown instanceof UserError)) throw thrown;
    this.#problems.push(...thrown.problems);
  }
}

/** The machine lacks something. Exit code 4. */
export class EnvironmentError extends Error {
  /** What was tried, in order. */
  readonly tried: readonly string[];
  /** The command, or the step, that mends it. */
  readonly remedy: string;
  constructor(what: string, tried: readonly string[], remedy: string) {
    super(what);
    this.name = 'EnvironmentError';
    this.tried = tried;
    this.remedy = remedy;
  }
}

/**
 * What the file system refused, a full disk or a folder without leave, as the environment's gap; anything
 * else as it was thrown.
 */
export function fileGap(thrown: unknown, what: string, remedy: string): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  const isOfFiles = syscall !== undefined || String(code).startsWith('ERR_FS_');
  return isOfFiles ? new EnvironmentError(what, [thrown.message], remedy) : thrown;
}

/** `file: path: what is wrong (allowed: a, b; did you mean a?)` */
export function sayProblem(problem: Problem): string {
  const place = problem.path === '' ? problem.file : `${problem.file}: ${problem.path}`;
  const hints: string[] = [];
  if (problem.allowed !== undefined && problem.allowed.length > 0) {
    hints.push(`allowed: ${problem.allowed.join(', ')}`);
  }
  if (problem.nearest !== undefined) hints.push(`did you mean ${problem.nearest}?`);
  if (problem.hint !== undefined) hints.push(problem.hint);
  return `${place}: ${problem.what}${hints.length > 0 ? ` (${hints.join('; ')})` : ''}`;
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Of what was stopped by a signal, and is no failure of its own. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
