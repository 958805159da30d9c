// The process in which the lab of a page has data read and taken through every format (data-process.ts). It
// says what came of it and is then ended, or ends by itself where nobody is left to hear it.

import { randomInt } from 'node:crypto';
import type { Host } from '../../base/host.ts';
import { type DataOrder, type DataWord, sentFailure } from './data-process.ts';
import { WORKS_HERE } from './data-works.ts';

process.once('message', async ({ work, sources, flags, place }: DataOrder) => {
  const act = WORKS_HERE[work] as (sources: readonly string[], flags: object, host: Host) => Promise<unknown>;
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
    onStep: (step) => say({ kind: 'step', step }),
    // Whoever interrupts it ends the process.
    interrupted: new AbortController().signal,
  };
  try {
    say({ kind: 'done', result: await act(sources, flags, host) });
  } catch (thrown) {
    say({ kind: 'failed', failure: sentFailure(thrown) });
  }
});
// The lab is gone.
process.once('disconnect', () => process.exit());

function say(word: DataWord): void {
  // Where the lab is gone already, nobody hears it.
  process.send!(word, () => {});
}
