// What makes one way of sending another than the next, whatever the number of objects and the network.

import type { FactorName } from '../../factors/catalogue.ts';
import { type Cell, wordsKey } from '../../factors/cell.ts';

/** Ways that are weighed against one another have these in common. */
const AROUND = [
  'target',
  'browser',
  'protocol',
  'connection',
  'thread',
  'clients',
  'cpu',
  'dataset',
] as const satisfies readonly FactorName[];

const WORK = ['procedure', 'computation'] as const satisfies readonly FactorName[];

const CARRIED = ['format', 'codec', 'encoder', 'compression'] as const satisfies readonly FactorName[];

/** The same for ways of which a user has the choice. */
export function choiceKey(cell: Cell): string {
  return wordsKey(cell, [...AROUND, ...WORK]);
}

/** The same for cells that differ in their number of objects and network alone. */
export function wayKey(cell: Cell): string {
  return wordsKey(cell, [...AROUND, ...WORK, ...CARRIED]);
}

/** The same for cells that differ in what is computed, and where, too. */
export function wayBesideWorkKey(cell: Cell): string {
  return wordsKey(cell, [...AROUND, ...CARRIED]);
}
