// Data works on a thread of their own: one encoder may take seconds for large data, and for so long the page
// would not be answered, and nobody told of what goes on.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EnvironmentError, messageOf, type Problem, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { programFile } from '../../base/places.ts';
import { type DataWorks, IN_THIS_THREAD } from './data-works.ts';

/** What a thread is given. */
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
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: SentFailure };

/** An error as it goes from one thread to another, which takes nothing of it but its message. */
type SentFailure =
  | { readonly kind: 'user'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'environment';
      readonly what: string;
      readonly tried: readonly string[];
      readonly remedy: string;
    }
  | { readonly kind: 'bug'; readonly message: string; readonly stack: string };

/** Smaller data are done with sooner than a thread has started. */
const LARGE_BYTES = 1_000_000;

/** On a thread of their own where data are so large that they would hold the lab up. */
export function whereNobodyIsHeldUp(apart: DataWorks = inThreadOfTheirOwn()): DataWorks {
  const placeOf = (sources: readonly string[], { cwd }: Host) =>
    sources.some((source) => bytesOf(resolve(cwd, source)) > LARGE_BYTES) ? apart : IN_THIS_THREAD;
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
 * Each with a fresh thread, which ends with it, and at once where the host is interrupted. `program`: what it
 * runs.
 */
export function inThreadOfTheirOwn(
  program: string = programFile('src/cli/serve/data-thread-main.ts'),
): DataWorks {
  const done = async <T>(order: Omit<DataOrder, 'place'>, host: Host) =>
    (await carriedOut(order, host, program)) as T;
  return {
    sizes: (sources, flags, host) => done({ work: 'sizes', sources, flags }, host),
    advise: (sources, flags, host) => done({ work: 'advise', sources, flags }, host),
  };
}

async function carriedOut(order: Omit<DataOrder, 'place'>, host: Host, program: string): Promise<unknown> {
  const { env, cwd, tempDir, nodePath, isRoot, command, interrupted } = host;
  interrupted.throwIfAborted();
  const place = { env: { ...env }, cwd, tempDir, nodePath, isRoot, command };
  const thread = new Worker(program, { workerData: { ...order, place } satisfies DataOrder });
  const outcome = Promise.withResolvers<unknown>();
  const stop = () => outcome.reject(interrupted.reason);
  interrupted.addEventListener('abort', stop);
  thread.on('message', (word: DataWord) => {
    if (word.kind === 'told') host.err(word.text);
    else if (word.kind === 'done') outcome.resolve(word.result);
    else outcome.reject(receivedFailure(word.failure));
  });
  thread.on('error', (thrown) => outcome.reject(withoutMemory(thrown)));
  thread.on('exit', (code) => outcome.reject(new Error(`the thread that reads data ended with ${code}`)));
  try {
    return await outcome.promise;
  } finally {
    interrupted.removeEventListener('abort', stop);
    // What it still compresses would take a core from what comes next. One that is done ends by itself.
    if (interrupted.aborted) await thread.terminate();
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

/** A thread that has no memory left ends alone, and the lab goes on. */
function withoutMemory(thrown: unknown): unknown {
  if ((thrown as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return thrown;
  return new EnvironmentError(
    'these data take more memory than the lab has',
    [messageOf(thrown)],
    'give a part of them, or start the lab with more: NODE_OPTIONS=--max-old-space-size=8192 wirefare serve',
  );
}
