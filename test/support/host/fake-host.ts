// A host for tests of whole commands: what would be printed is collected, and Ctrl-C is a call.

import type { Clock } from '../../../src/base/clock.ts';
import type { Host } from '../../../src/base/host.ts';

export interface FakeHost extends Host {
  readonly printed: () => string;
  /** What went to stderr. */
  readonly told: () => string;
  readonly interrupt: () => void;
}

/**
 * `dir`: current folder, temporary folder and cache in one. `nodePath` is for the parts that start processes.
 * `given` comes by standard input; null: that is a terminal.
 */
export function fakeHost(
  dir: string,
  clock: Clock,
  nodePath = '/no/node',
  given: string | null = null,
): FakeHost {
  let out = '';
  let err = '';
  const interruption = new AbortController();
  return {
    clock,
    env: { WIREFARE_CACHE: `${dir}/cache` },
    cwd: dir,
    tempDir: dir,
    nodePath,
    command: 'wirefare',
    isRoot: false,
    freshSeed: () => 1,
    ask: async () => null,
    stdin: () => (given === null ? null : pieces(given)),
    out: (text) => {
      out += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    columns: 80,
    colour: false,
    errColour: false,
    interrupted: interruption.signal,
    printed: () => out,
    told: () => err,
    interrupt: () => interruption.abort(),
  };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
