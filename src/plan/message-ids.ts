// The words of a cell that sends messages: `websocket 100 B`, `websocket both-ways json n=200`.

import { sizeOf } from '../messages/level-words.ts';
import { DEFAULTS } from '../study/defaults.ts';
import type { Factors } from '../wire/factors.ts';
import { ORDINARY as ORDINARY_OF_ALL, type Varying } from './varying.ts';

const { dataset, format, n, mode } = DEFAULTS.messages;
/** A thousand texts as fast as they go. */
const ORDINARY: Partial<Factors> = { ...ORDINARY_OF_ALL, dataset, format, n, mode };

/**
 * The transport always, else what varies among the study's cells of messages, or of that transport where it
 * decides.
 */
export function messageWords(cell: Factors, varying: Varying): string[] {
  const words: string[] = [cell.transport];
  for (const factor of [
    'direction',
    'mode',
    'dataset',
    'format',
    'size',
    'compression',
    'n',
    'network',
    'protocol',
    'browser',
    'target',
  ] as const) {
    const ofTransport = factor === 'protocol' || factor === 'direction';
    const varies = ofTransport ? varying.hasIn(cell.transport, factor) : varying.has(factor);
    const word = wordOf(cell, factor, varying);
    if ((varies || (factor === 'format' && word.length > cell.format.length)) && isNamed(cell, factor))
      words.push(word);
  }
  return words;
}

/** Messages of data have no size that could be told. */
function isNamed(cell: Factors, factor: keyof Factors): boolean {
  return cell[factor] !== ORDINARY[factor] && !(factor === 'size' && sizeOf(cell.size) === null);
}

function wordOf(cell: Factors, factor: keyof Factors, varying: Varying): string {
  if (factor === 'format') return varying.format(cell);
  if (factor === 'n') return `n=${cell.n}`;
  return factor === 'size' ? saySize(cell.size) : String(cell[factor]);
}

/** `100 B`, `random 100–1000 B`, `growing by 100 B`. */
export function saySize(size: string): string {
  const policy = sizeOf(size);
  switch (policy?.policy) {
    case undefined:
      return size;
    case 'fixed':
      return `${policy.bytes} B`;
    case 'random':
      return `random ${policy.least}–${policy.most} B`;
    case 'growing':
      return `growing by ${policy.bytes} B`;
  }
}
