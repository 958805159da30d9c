// The thread on which the lab of a page has data read and taken through every format (data-thread.ts).

import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Host } from '../../base/host.ts';
import { type DataOrder, type DataWord, sentFailure } from './data-thread.ts';
import { IN_THIS_THREAD } from './data-works.ts';

const { work, sources, flags, place } = workerData as DataOrder;
const act = IN_THIS_THREAD[work] as (
  sources: readonly string[],
  flags: object,
  host: Host,
) => Promise<unknown>;

const host: Host = {
  ...place,
  clock: { nowMs: () => performance.now(), date: () => new Date() },
  freshSeed: () => randomInt(2 ** 32 - 1),
  stdin: () => null,
  ask: async () => null,
  out: () => {},
  err: (text) => say({ kind: 'told', text }),
  outIsTerminal: false,
  errIsTerminal: false,
  columns: 80,
  colour: false,
  errColour: false,
  // Whoever interrupts it ends the thread.
  interrupted: new AbortController().signal,
};

try {
  say({ kind: 'done', result: await act(sources, flags, host) });
} catch (thrown) {
  say({ kind: 'failed', failure: sentFailure(thrown) });
}

function say(word: DataWord): void {
  parentPort!.postMessage(word);
}
