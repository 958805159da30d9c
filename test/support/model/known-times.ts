// Measured cells of any planned requests, with times whose truth is known: every term a constant and a share
// for each object or each comparison of a sort.

import type { RequestCell } from '../../../src/factors/cell.ts';
import { isCompressed } from '../../../src/factors/compression.ts';
import { NO_NETWORK } from '../../../src/factors/network.ts';
import { DONE_BY } from '../../../src/factors/procedure.ts';
import type { MeasuredCell, SessionTimes } from '../../../src/model/measured.ts';
import { networkTimes } from '../../../src/model/network-times.ts';
import { comparisonsToSort } from '../../../src/model/terms.ts';
import type { NetworkProfile } from '../../../src/network/profile.ts';

/** Bytes, ms to encode and ms to decode of an object. */
const FORMATS: Readonly<Record<string, readonly [number, number, number]>> = {
  json: [440, 0.0016, 0.0015],
  xml: [500, 0.0026, 0.007],
  protobuf: [360, 0.0014, 0.0014],
};
const SORTS: Readonly<Record<string, number>> = { none: 0, cm1: 1, cm2: 7, cm3: 70, cm4: 700, cm5: 7_000 };
const COMPRESSED_SHARE = 0.6;

export function knownTimes(
  factors: RequestCell,
  networks: readonly NetworkProfile[],
): { readonly times: SessionTimes; readonly bytes: MeasuredCell['bytes'] } {
  const { n, format, compression, computation, procedure, network } = factors;
  const [objectBytes, encodeMs, decodeMs] = FORMATS[format]!;
  const { requests, serverComputations, clientComputations } = DONE_BY[procedure];
  const decoded = Math.round(40 + objectBytes * n);
  const isSmaller = isCompressed(compression);
  const encoded = isSmaller ? Math.round(decoded * COMPRESSED_SHARE) : decoded;
  const profile = networks.find(({ name }) => name === network);
  const over = network === NO_NETWORK || profile === undefined ? null : networkTimes(profile, factors);
  const [wholeMs, emptyMs] = [over?.(encoded) ?? 0, over?.(0) ?? 0];
  const bodyMs = decoded * 4e-6 + (isSmaller ? decoded * 5e-6 : 0);
  const sortMs = SORTS[computation]! * comparisonsToSort(n) * 1e-5;
  const items = {
    encodeMs: requests * (0.02 + encodeMs * n),
    compressMs: isSmaller ? requests * (0.1 + decoded * 2.2e-5) : 0,
    decodeMs: requests * (0.7 + decodeMs * n),
    serverComputeMs: serverComputations * sortMs,
    clientComputeMs: clientComputations * sortMs * (procedure === 'e5' ? 0.8 : 1),
  };
  const workMs = Object.values(items).reduce((sum, ms) => sum + ms, 0);
  const eachMs = 1.8 + wholeMs + Math.max(0, bodyMs - (wholeMs - emptyMs));
  return { times: { ...items, totalMs: workMs + requests * eachMs }, bytes: { encoded, decoded } };
}

/** The same in every session, so that predictions can be held to the truth. */
export function knownCell(
  id: string,
  factors: RequestCell,
  networks: readonly NetworkProfile[],
  sessions = 4,
): MeasuredCell {
  const { times, bytes } = knownTimes(factors, networks);
  const place = factors.network === NO_NETWORK ? 'loopback' : 'link';
  const names = Array.from({ length: sessions }, (_, i) => `${factors.browser} ${place} ${i}`);
  return { id, factors, bytes, sessions: new Map(names.map((name) => [name, times])) };
}
