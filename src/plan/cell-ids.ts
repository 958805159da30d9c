// Readable names of cells: `json gzip-6 n=1000`. Only what varies in the study is named, and ordinary levels are not:
// no compression, no computation, no emulated network, a warm connection, plain HTTP/1.1.

import { FACTOR_NAMES, type Factors } from '../wire/factors.ts';

const ORDINARY: Partial<Factors> = {
  compression: 'none',
  procedure: 'e1',
  computation: 'none',
  network: 'none',
  connection: 'warm',
  protocol: 'http1',
};

/** Ids of the cells in their order, unique if the cells are. */
export function cellIds(cells: readonly Factors[]): string[] {
  const varying = new Set(FACTOR_NAMES.filter((factor) => levelCount(cells, factor) > 1));
  const byFormat = Map.groupBy(cells, (cell) => cell.format);
  const variesIn = (factor: 'codec' | 'encoder', format: string) =>
    levelCount(byFormat.get(format)!, factor) > 1;
  return cells.map((cell) => {
    const words = [wordsOfFormat(cell, variesIn)];
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
    return words.join(' ');
  });
}

/** `xml`, or `xml/saxes` where XML has several decoders in the study, or `json@jackson` where several encoders. */
function wordsOfFormat(
  cell: Factors,
  variesIn: (factor: 'codec' | 'encoder', format: string) => boolean,
): string {
  const codec = variesIn('codec', cell.format) ? `/${cell.codec}` : '';
  const encoder = variesIn('encoder', cell.format) ? `@${cell.encoder}` : '';
  return cell.format + codec + encoder;
}

function levelCount(cells: readonly Factors[], factor: keyof Factors): number {
  return new Set(cells.map((cell) => cell[factor])).size;
}
