// What a prediction looks up in a model, and what measuring a cell tells a model: the two sides of the same
// keys, from which a study by design finds the cells that it has to measure.

import type { RequestCell } from '../factors/cell.ts';
import { isCompressed } from '../factors/compression.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { sentKey } from './bytes.ts';
import { togetherKey, wayKey } from './model.ts';
import { clientKey, type TermName, termKey, termsFor } from './terms.ts';

/**
 *   bytes      the target tells how many there are
 *   way        for how many objects a prediction goes at all
 *   together   without it, predictions rest on a format and a compression that nobody saw together
 *   network    without it, nothing shows whether the arithmetic of a network holds
 */
export type NeedName = TermName | 'bytes' | 'way' | 'together' | 'network';

export interface Need {
  readonly what: NeedName;
  /** The levels that it depends on, the number of objects aside. */
  readonly key: string;
  /** It is asked for at every number of objects, so several of them have to be measured. */
  readonly alongN: boolean;
}

export function needsFor(factors: RequestCell): readonly Need[] {
  const need = (what: NeedName, levels: string, alongN = true): Need => ({
    what,
    key: `${what} ${levels}`,
    alongN,
  });
  return [
    ...termsFor(factors).map((term) => need(term, termKey(term, factors))),
    need('bytes', sentKey(factors)),
    need('way', wayKey(factors)),
    ...(isCompressed(factors.compression) ? [need('together', togetherKey(factors), false)] : []),
    ...(factors.network === NO_NETWORK ? [] : [need('network', `${factors.browser} ${factors.network}`)]),
  ];
}

/** What measuring a cell tells, where these are all that may be measured: as `fitTerms` takes it. */
export function whatIsTold(
  cells: readonly RequestCell[],
  networks: readonly NetworkProfile[],
): (cell: RequestCell) => readonly Need[] {
  const fastest = fastestNetworks(cells, networks);
  const isFastest = (cell: RequestCell) => fastest.get(clientKey(cell)) === cell.network;
  const bare = cells.filter((cell) => isFastest(cell) && !isCompressed(cell.compression));
  const keysOf = (term: TermName, some: readonly RequestCell[]) =>
    new Set(some.map((cell) => termKey(term, cell)));
  const idle = keysOf(
    'handling',
    bare.filter(({ computation }) => computation === 'none'),
  );
  const [ofFormat, ofAny] = [keysOf('handling', bare), keysOf('handling-any', bare)];
  const isTelling = (cell: RequestCell) =>
    isFastest(cell) && (cell.computation === 'none' || !idle.has(termKey('handling', cell)));
  const isKnownOfAny = (cell: RequestCell) => ofAny.has(termKey('handling-any', cell));
  const tellsHandling = (cell: RequestCell) =>
    !isCompressed(cell.compression) || (!ofFormat.has(termKey('handling', cell)) && isKnownOfAny(cell));
  return (cell) =>
    needsFor(cell).filter(({ what }) => {
      if (what === 'handling') return isTelling(cell) && tellsHandling(cell);
      return what !== 'decompress' || (isTelling(cell) && isKnownOfAny(cell));
    });
}

/** Client → the network that hides least of its work: loopback where there is any. */
function fastestNetworks(
  cells: readonly RequestCell[],
  networks: readonly NetworkProfile[],
): ReadonlyMap<string, string> {
  const rateOf = (name: string) => networks.find((each) => each.name === name)?.downKbits ?? 0;
  const byClient = Map.groupBy(cells, clientKey);
  return new Map(
    [...byClient].map(([client, own]) => {
      const names = [...new Set(own.map(({ network }) => network))];
      const fastest = names.reduce((a, b) => (rateOf(b) > rateOf(a) ? b : a));
      return [client, names.includes(NO_NETWORK) ? NO_NETWORK : fastest];
    }),
  );
}
