// What the flags of `predict` ask for; everything wrong with them is told at once.

import type { Problem } from '../../base/errors.ts';
import { quoted, unknownWord } from '../../base/spelling.ts';
import { parseDelayMs, parseRateKbits } from '../../base/units-as-typed.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { DEFAULT_QUEUE_BYTES, NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { LIMITS } from '../../study/defaults.ts';
import { typedNetwork } from '../advise/typed-network.ts';

export interface NetworkFlags {
  readonly network?: string | undefined;
  readonly down?: string | undefined;
  readonly up?: string | undefined;
  readonly rtt?: string | undefined;
}

/** null: none is asked for. */
export function askedNumbers(typed: string | undefined, problems: Problem[]): readonly number[] | null {
  if (typed === undefined) return null;
  return typed.split(',').flatMap((word) => {
    const n = wholeNumber(word);
    if (n !== null) return [n];
    problems.push({ file: '--n', path: '', what: `${quoted(word)} is not a whole number above 0` });
    return [];
  });
}

export function askedReuse(typed: string | undefined, problems: Problem[]): number {
  if (typed === undefined) return 1;
  const reuse = wholeNumber(typed);
  if (reuse === null)
    problems.push({ file: '--reuse', path: '', what: `${quoted(typed)} is not a whole number above 0` });
  return reuse ?? 1;
}

function wholeNumber(typed: string): number | null {
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** null: none is asked for. */
export function askedNetworks(
  { network, down, up, rtt }: NetworkFlags,
  problems: Problem[],
): readonly NetworkProfile[] | null {
  const named =
    network === undefined ? [] : network.split(',').flatMap((word) => networkNamed(word, problems));
  const own = ownNetwork({ down, up, rtt }, problems);
  if (network === undefined && own === null) return null;
  return [...named, ...(own === null ? [] : [own])];
}

function networkNamed(typed: string, problems: Problem[]): NetworkProfile[] {
  const word = typed.trim();
  if (word.includes('=')) {
    const own = typedNetwork('--network', word, problems);
    return own === null ? [] : [own];
  }
  const known = NETWORKS.find(({ name }) => name === word);
  if (known !== undefined) return [known];
  const names = NETWORKS.map(({ name }) => name);
  problems.push(unknownWord('--network', 'network', word, names));
  return [];
}

function ownNetwork({ down, up, rtt }: NetworkFlags, problems: Problem[]): NetworkProfile | null {
  if (down === undefined) {
    for (const [flag, value] of [
      ['--up', up],
      ['--rtt', rtt],
    ] as const)
      if (value !== undefined)
        problems.push({ file: flag, path: '', what: 'is of a network whose rate --down says' });
    return null;
  }
  const rate = (flag: string, typed: string) => {
    const kbits = parseRateKbits(typed);
    if (kbits !== null && kbits > 0 && kbits <= LIMITS.mostKbits) return kbits;
    problems.push({ file: flag, path: '', what: `${quoted(typed)} is not a rate such as 20mbit` });
    return null;
  };
  const downKbits = rate('--down', down);
  const upKbits = up === undefined ? downKbits : rate('--up', up);
  const rttMs = parseDelayMs(rtt ?? '0ms');
  if (rttMs === null || rttMs < 0)
    problems.push({ file: '--rtt', path: '', what: `${quoted(rtt ?? '')} is not a time such as 40ms` });
  if (downKbits === null || upKbits === null || rttMs === null || rttMs < 0) return null;
  const figures = {
    source: 'the command line',
    downKbits,
    upKbits,
    rttMs,
    jitterMs: 0,
    lossShare: 0,
    queueBytes: DEFAULT_QUEUE_BYTES,
  };
  return { name: sayNetwork({ name: '', ...figures }), ...figures };
}
