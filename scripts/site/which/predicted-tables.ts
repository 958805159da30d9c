// What a record predicts of networks, as tables: which way takes how long over each, and below which
// bandwidth a compression or a format pays.

import { decimalsFor, grouped, threeDigits } from '../../../src/base/figures/numbers.ts';
import { nameNetwork } from '../../../src/network/say-network.ts';
import { predictedNames } from '../../../src/report/predicted/names.ts';
import type { PredictedCrossover } from '../../../src/summary/predicted/predicted.ts';
import type { ShippedRecord } from '../records.ts';
import { tableRow } from './level-table.ts';

/**
 * Ways over networks that were not measured: `●` stands where the model tells no other way from the fastest.
 */
export function networksTable({ summary }: ShippedRecord): string {
  const rankings = summary.predicted?.rankings ?? [];
  const names = predictedNames(summary);
  const ways = [...new Set(rankings.flatMap((each) => each.ways.map(({ factors }) => names.label(factors))))];
  const head = ['way', ...rankings.map(({ network }) => nameNetwork(network.name, [network]))];
  const rows = ways.map((label) => [
    label,
    ...rankings.map((ranking) => {
      const way = ranking.ways.find(({ factors }) => names.label(factors) === label);
      if (way === undefined) return '–';
      const { value, interval } = way.totalMs;
      const decimals = decimalsFor([value]);
      const figure = (ms: number) => grouped(ms, decimals);
      return `${way.isAmongBest ? '● ' : ''}${figure(value)} [${figure(interval[0])}, ${figure(interval[1])}]`;
    }),
  ]);
  return [
    `Predicted, ms, for ${grouped(rankings[0]?.n ?? 0)} objects: \`●\` is the fastest, or cannot be told from it.`,
    '',
    tableRow(head),
    tableRow(head.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...rows.map(tableRow),
  ].join('\n');
}

/** By bandwidth, one for each pair of ways that differ in their compression. */
export function compressionFlips({ summary }: ShippedRecord) {
  const flips = (summary.predicted?.crossovers ?? []).filter(
    ({ by, factor }) => by === 'bandwidth' && factor === 'compression',
  );
  return flips.map((each) => {
    const [slow, fast] = each.below === 'a' ? [each.a, each.b] : [each.b, each.a];
    return { n: each.n ?? 0, slow, fast, at: each.at, place: sayPlace(each) };
  });
}

/** One row for each of them. */
export function flipsTable(record: ShippedRecord): string {
  const names = predictedNames(record.summary);
  const rows = compressionFlips(record).map(({ n, slow, fast, place }) => [
    grouped(n),
    names.label(slow),
    names.label(fast),
    place,
  ]);
  const head = ['objects', 'faster on slow networks', 'than', 'below'];
  return [
    'Predicted: the bandwidth below which the one is faster than the other.',
    '',
    tableRow(head),
    tableRow(['---:', '---', '---', '---:']),
    ...rows.map(tableRow),
  ].join('\n');
}

function sayPlace({ at, interval, range }: PredictedCrossover): string {
  if (at === null) return `everywhere from ${threeDigits(range[0])} to ${threeDigits(range[1])} Mbit/s`;
  const [low, high] = interval ?? range;
  return `**${threeDigits(at)} Mbit/s** [${threeDigits(low)}, ${threeDigits(high)}]`;
}
