// Cells that send the same bytes to the same decoder: they differ in network or connection only. What is
// found out of one beside the measuring (that its objects are right, what its decoding takes alone) holds for
// all of them, so it is found out once a session, over the network that takes the least time.

import { FACTOR_NAMES } from '../../../factors/catalogue.ts';
import { type Cell, connectionOf, wordsKey } from '../../../factors/cell.ts';
import { serialisationMs } from '../../../network/closed-form.ts';
import type { NetworkProfile } from '../../../network/profile.ts';
import { needsDictionary } from '../../../wire/target-contract.ts';

const LIKENESS = FACTOR_NAMES.filter((name) => name !== 'network' && name !== 'connection');

/** An answer of middling size, to tell which network is faster. */
const TYPICAL_BYTES = 100_000;

/** The same for cells that are alike, and for no others. */
export function likenessOf(factors: Cell): string {
  return wordsKey(factors, LIKENESS);
}

/**
 * As `likenessOf`, of cells that one check does for. Where a client has its dictionary, and what it was told
 * that it may post, is the URL's matter: other networks are other origins, and a cold connection is asked for
 * in the URL.
 */
export function likenessForCheck(
  { id, factors }: { readonly id: string; readonly factors: Cell },
  compression: string,
): string {
  return needsDictionary(compression) || factors.kind === 'call' ? id : likenessOf(factors);
}

/** The same cells in their order, those over faster networks first and warm ones before cold ones. */
export function fastestFirst<T extends { readonly factors: Cell }>(
  cells: readonly T[],
  networks: readonly NetworkProfile[],
): T[] {
  const costMs = ({ factors }: T) => {
    const network = networks.find(({ name }) => name === factors.network);
    if (network === undefined) return 0;
    const roundTrips = connectionOf(factors) === 'cold' ? 3 : 1;
    return roundTrips * network.rttMs + serialisationMs(TYPICAL_BYTES, network.downKbits);
  };
  return cells.toSorted((a, b) => costMs(a) - costMs(b));
}
