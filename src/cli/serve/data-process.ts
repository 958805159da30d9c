// Data works in a process of their own. One encoder may take seconds for large data, and for so long the page
// would not be answered, and nobody told of what goes on. And data may be more than the process bears: memory
// that runs out, or a library that crashes, ends that process, and the lab goes on.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { EnvironmentError, messageOf, type Problem, UserError } from '../../base/errors.ts';
import type { Host, Step } from '../../base/host.ts';
import { programFile } from '../../base/places.ts';
import type { ExitInfo } from '../../drive/processes/exit-info.ts';
import { sayExit } from '../../drive/processes/first-line.ts';
import type { Guardian } from '../../drive/processes/guardian.ts';
import { startProcess } from '../../drive/processes/process-group.ts';
import { isUrl } from '../../payload/url/read-url.ts';
import { type DataWorks, WORKS_HERE } from './data-works.ts';

/** What the process is given. */
export interface DataOrder {
  readonly work: keyof DataWorks;
  readonly sources: readonly string[];
  readonly flags: object;
  /** What it has of the lab's host. */
  readonly place: Pick<Host, 'env' | 'cwd' | 'tempDir' | 'nodePath' | 'isRoot' | 'command'>;
}

/** What it says. */
export type DataWord =
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: SentFailure };

/** An error as it goes from one process to another, which takes nothing of it but its message. */
type SentFailure =
  | { readonly kind: 'user'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'environment';
      readonly what: string;
      readonly tried: readonly string[];
      readonly remedy: string;
    }
  | { readonly kind: 'bug'; readonly message: string; readonly stack: string };

/** Smaller data are done with sooner than a process has started. */
const LARGE_BYTES = 1_000_000;

/** `apart` for data that are so large that they would hold the lab up, and where nobody knows how large. */
export function whereNobodyIsHeldUp(apart: DataWorks): DataWorks {
  const placeOf = (sources: readonly string[], { cwd }: Host) =>
    sources.some((source) => isUrl(source) || bytesOf(resolve(cwd, source)) > LARGE_BYTES)
      ? apart
      : WORKS_HERE;
  return {
    sizes: (sources, flags, host) => placeOf(sources, host).sizes(sources, flags, host),
    advise: (sources, flags, host) => placeOf(sources, host).advise(sources, flags, host),
  };
}

/** 0 of what is no file. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Each with a fresh process, which ends with it, and at once where the host is interrupted. `program`: what
 * it runs.
 */
export function inProcessOfTheirOwn(
  guardian: Guardian,
  program: string = programFile('src/cli/serve/data-process-main.ts'),
): DataWorks {
  const done = async <T>(order: Omit<DataOrder, 'place'>, host: Host) =>
    (await carriedOut(order, host, guardian, program)) as T;
  return {
    sizes: (sources, flags, host) => done({ work: 'sizes', sources, flags }, host),
    advise: (sources, flags, host) => done({ work: 'advise', sources, flags }, host),
  };
}

/**
 * V8 lists its native frames, of which there are many, behind the line that says why it gave up; and Node
 * warns of libraries.
 */
const NOISE = /^\s*\d+: 0x|^\s*\d+: .*\[.*\]$|^-{3,}|^<-{3}|^\(node:\d+\) |^\(Use `node /;

async function carriedOut(
  order: Omit<DataOrder, 'place'>,
  host: Host,
  guardian: Guardian,
  program: string,
): Promise<unknown> {
  const { env, cwd, tempDir, nodePath, isRoot, command, interrupted } = host;
  interrupted.throwIfAborted();
  const running = await startProcess(
    {
      name: 'the process that reads data',
      path: nodePath,
      args: [program],
      env,
      cwd: guardian.folder(),
      channel: true,
      noise: NOISE,
    },
    guardian,
  );
  const outcome = Promise.withResolvers<unknown>();
  const stop = () => outcome.reject(interrupted.reason);
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  running.channel!.hear((said) => {
    const word = said as DataWord;
    if (word.kind === 'told') host.err(word.text);
    else if (word.kind === 'step') host.onStep?.(word.step);
    else if (word.kind === 'done') outcome.resolve(word.result);
    else outcome.reject(receivedFailure(word.failure));
  });
  void running.exited.then((exit) => outcome.reject(endedEarly(exit)));
  const place = { env: { ...env }, cwd, tempDir, nodePath, isRoot, command };
  running.channel!.send({ ...order, place } satisfies DataOrder);
  try {
    return await outcome.promise;
  } finally {
    interrupted.removeEventListener('abort', stop);
    // What it still compresses would take a core from what comes next.
    await running.close();
  }
}

export function sentFailure(thrown: unknown): SentFailure {
  if (thrown instanceof UserError) return { kind: 'user', problems: thrown.problems };
  if (thrown instanceof EnvironmentError)
    return { kind: 'environment', what: thrown.message, tried: thrown.tried, remedy: thrown.remedy };
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  return { kind: 'bug', message: messageOf(thrown), stack };
}

function receivedFailure(failure: SentFailure): Error {
  switch (failure.kind) {
    case 'user':
      return new UserError(failure.problems);
    case 'environment':
      return new EnvironmentError(failure.what, failure.tried, failure.remedy);
    case 'bug':
      return Object.assign(new Error(failure.message), { stack: failure.stack });
  }
}

const A_PART = 'give a part of them';

/** Without a result. V8 that has no memory left aborts, and so may a library; the system kills. */
function endedEarly(exit: ExitInfo): Error {
  if (/out of memory/i.test(exit.lastWords))
    return new EnvironmentError(
      'these data take more memory than the process that reads them may have',
      lastLine(exit),
      `${A_PART}, or start the lab with more: NODE_OPTIONS=--max-old-space-size=8192 wirefare serve`,
    );
  if (exit.signal === null) return new Error(`the process that reads data ${sayExit(exit)}`);
  return new EnvironmentError(
    `the process that reads these data was ended by ${exit.signal}, and the lab goes on`,
    lastLine(exit),
    `try again; if it ends so each time, ${A_PART}: this machine may have too little memory for all of them (SIGKILL), or a library may crash on them`,
  );
}

function lastLine({ lastWords }: ExitInfo): readonly string[] {
  const lines = lastWords.split('\n');
  const telling = lines.find((line) => /out of memory/i.test(line)) ?? lines.at(-1)!;
  return telling === '' ? [] : [telling];
}
