// Why a study by design measures a cell, in words.

import { listed } from '../../base/figures/plurals.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { Need, NeedName } from '../../model/needs.ts';

/** In the order in which they are told; what `way` needs every cell tells that tells anything else. */
const WORDS: Readonly<
  Record<Exclude<NeedName, 'way' | 'network' | 'handling-any' | 'compress-any'>, string>
> = {
  encode: 'encode',
  decode: 'decode',
  handling: 'handling',
  compress: 'compress',
  decompress: 'decompress',
  'server-compute': 'computing on the server',
  'client-compute': 'computing on the client',
  bytes: 'bytes',
  together: 'its format with its compression',
};

/** `tells encode, decode and handling`, `anchor of network 3g`. */
export function sayTold(needs: readonly Need[], { network }: RequestCell): string {
  const names = new Set(needs.map(({ what }) => what));
  const words = wordsFor(needs);
  const parts = [
    ...(words.length > 0 ? [`tells ${listed(words)}`] : []),
    ...(names.has('network') ? [`anchor of network ${network}`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : 'tells how it grows with the number of objects';
}

export function sayUntold(needs: readonly Need[]): string {
  return `no cell of the study could tell ${listed(wordsFor(needs), 'or')} of it`;
}

function wordsFor(needs: readonly Need[]): readonly string[] {
  const names = new Set<string>(needs.map(({ what }) => what));
  return Object.entries(WORDS).flatMap(([name, word]) => (names.has(name) ? [word] : []));
}
