// The life of a fake process: it exits when a test says so.

import type { ExitInfo } from '../../../src/drive/processes/exit-info.ts';

/** The first exit counts, as in real life. */
export function fakeLife(): {
  readonly exited: Promise<ExitInfo>;
  readonly closed: AbortController;
  readonly exit: (info: Partial<ExitInfo>) => void;
} {
  const { promise, resolve } = Promise.withResolvers<ExitInfo>();
  const exit = (info: Partial<ExitInfo>) => resolve({ code: null, signal: null, lastWords: '', ...info });
  return { exited: promise, closed: new AbortController(), exit };
}
