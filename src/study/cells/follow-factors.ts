// Which cells may be compared: those alike in every factor but the one in question. A codec and an encoder
// belong to their format, so they follow when the format differs; so do protocol and compression when the
// transport does, since WebTransport needs HTTP/3 and only WebSocket has permessage-deflate.

import { FACTOR_NAMES, type Factors } from '../../wire/factors.ts';

const FOLLOWS: Readonly<Partial<Record<keyof Factors, readonly (keyof Factors)[]>>> = {
  format: ['codec', 'encoder'],
  transport: ['protocol', 'compression'],
  // A target has encoders of its own, and so has a client that is a program decoders.
  target: ['encoder'],
  browser: ['codec'],
};

/** What all ways of sending the same objects, or the same messages the same way, have in common. */
export const SAME_WORK: readonly (keyof Factors)[] = [
  'dataset',
  'n',
  'network',
  'connection',
  'protocol',
  'browser',
  'target',
  'procedure',
  'computation',
  'direction',
  'mode',
  'size',
];

/** The factors that may differ where `factor` does. */
export function factorsThatFollow(factor: keyof Factors): readonly (keyof Factors)[] {
  return [factor, ...(FOLLOWS[factor] ?? [])];
}

/** The cells in groups that are alike in every factor but these. */
export function groupsAlike(cells: readonly Factors[], free: readonly (keyof Factors)[]): Factors[][] {
  const fixed = FACTOR_NAMES.filter((factor) => !free.includes(factor));
  const groups = Map.groupBy(cells, (cell) => JSON.stringify(fixed.map((factor) => cell[factor])));
  return [...groups.values()];
}
