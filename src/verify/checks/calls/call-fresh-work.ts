// No answer to a call is kept: one made again costs what one never made before costs. The quickest of each are
// compared, three times before it counts, as fresh-work.ts does for exchanges.

import { shuffled } from '../../../base/random.ts';
import { type CallLook, callCheck } from '../../calls/call-check.ts';
import { type HeavyCall, heavyCall, type TimedCall, timedCall } from '../../calls/heavy-call.ts';
import { least, secondLeast } from '../../clients/timed.ts';

const ATTEMPTS = 3;
const REQUESTS = 6;
const REPEATED_SHARE = 0.6;
const JUDGEABLE_MS = 0.5;

const MEASURES: readonly (readonly [string, (call: TimedCall) => number])[] = [
  ['wait', ({ firstByteMs }) => firstByteMs],
  ['decode', ({ decodeMs }) => decodeMs],
  ['compute', ({ phases }) => phases.computeMs],
  ['encode', ({ phases }) => phases.encodeMs],
];

export const callFreshWork = callCheck({
  name: 'call-fresh-work',
  must: 'decoding, computing and encoding are done for each call; nothing is kept from one to the next',
  look: async (look) => {
    const heavy = heavyCall(look);
    let found: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS && heavy !== null; attempt++) {
      found = await judge(look, heavy);
      if (found.length === 0) break;
    }
    return found;
  },
});

async function judge(look: CallLook, { another }: HeavyCall): Promise<string[]> {
  const again = another();
  const fresh = [await timedCall(look, again)];
  const repeated: TimedCall[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const askAgain = async () => {
      repeated.push(await timedCall(look, again));
    };
    const askAnew = async () => {
      fresh.push(await timedCall(look, another()));
    };
    // Strictly in turn, the slices that a busy machine gives could fall on one kind alone.
    for (const ask of shuffled([askAgain, askAnew], look.context.random)) await ask();
  }
  const findings = MEASURES.flatMap(([name, measure]) => {
    const [freshMs, repeatedMs] = [least(fresh.map(measure)), secondLeast(repeated.map(measure))];
    if (freshMs < JUDGEABLE_MS || repeatedMs >= REPEATED_SHARE * freshMs) return [];
    const [kept, first] = [repeatedMs.toFixed(2), freshMs.toFixed(2)];
    return [
      `${again.operation}: ${name} of a call made again ${kept} ms, of new ones ${first} ms: something was kept`,
    ];
  });
  const headers = new Set(repeated.map(({ serverTiming }) => serverTiming));
  if (headers.size <= repeated.length / 2)
    findings.push(
      `${again.operation}: ${repeated.length} calls report ${headers.size} different times: replayed`,
    );
  return findings;
}
