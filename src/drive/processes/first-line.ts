// Waits for the line with which a child says that it is ready (a target with its port, Xvfb with its
// display).

import type { Readable } from 'node:stream';
import type { ExitInfo } from './exit-info.ts';

/**
 * The first line of `stream` for which `read` gives a value. Rejects when the child exits first or `limitMs`
 * go by, naming the attempt: `start Xvfb: no ready line within 10 s`. The stream is drained to its end
 * afterwards.
 */
export function firstLine<T>(
  attempt: string,
  child: { readonly stream: Readable; readonly exited: Promise<ExitInfo> },
  read: (line: string) => T | null,
  limitMs: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let open = '';
    let done = false;
    const timer = setTimeout(
      () => end(() => reject(new Error(`${attempt}: no ready line within ${limitMs / 1000} s`))),
      limitMs,
    );
    const end = (settle: () => void) => {
      done = true;
      clearTimeout(timer);
      settle();
    };
    child.stream.setEncoding('utf8');
    child.stream.on('error', () => {});
    child.stream.on('data', (text: string) => {
      if (done) return;
      const lines = (open + text).split('\n');
      open = lines.pop()!;
      for (const line of lines) {
        const value = read(line);
        if (value === null) continue;
        end(() => resolve(value));
        return;
      }
    });
    child.exited.then((exit) => {
      if (!done) end(() => reject(new Error(`${attempt}: ${sayExit(exit)}`)));
    });
  });
}

/** `exited with code 1: last words`. */
export function sayExit(exit: ExitInfo): string {
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return exit.lastWords === '' ? how : `${how}: ${exit.lastWords}`;
}
