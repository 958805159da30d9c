// Readable names of cells: `json gzip-6 n=1000`, `websocket 100 B`. Only what varies in the study is named,
// and ordinary levels are not: no compression, no computation, no emulated network, a warm connection, plain
// HTTP/1.1.

import { type Factors, isMessages } from '../wire/factors.ts';
import { messageWords } from './message-ids.ts';
import { ORDINARY, Varying } from './varying.ts';

/** Ids of the cells in their order, unique if the cells are. */
export function cellIds(cells: readonly Factors[]): string[] {
  const all = new Varying(cells);
  const messages = new Varying(cells.filter(isMessages));
  return cells.map((cell) =>
    (isMessages(cell) ? messageWords(cell, messages) : requestWords(cell, all)).join(' '),
  );
}

function requestWords(cell: Factors, varying: Varying): string[] {
  const words = [varying.format(cell)];
  if (varying.has('dataset')) words.unshift(cell.dataset);
  for (const factor of [
    'compression',
    'n',
    'procedure',
    'computation',
    'network',
    'protocol',
    'connection',
    'browser',
    'target',
  ] as const) {
    if (!varying.has(factor) || cell[factor] === ORDINARY[factor]) continue;
    words.push(factor === 'n' ? `n=${cell.n}` : String(cell[factor]));
  }
  return words;
}
