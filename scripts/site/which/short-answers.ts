// The answer on top of each page: a decision in words, with the record's figures in it. Where a record does
// not carry its decision any more, making the page fails, so that no page says what its tables do not.

import { grouped, percent } from '../../../src/base/figures/numbers.ts';
import { listed } from '../../../src/base/figures/plurals.ts';
import { between, times } from '../../../src/base/figures/ratios.ts';
import type { FactorName } from '../../../src/factors/catalogue.ts';
import { groupsAlike, wordOf } from '../../../src/factors/cell.ts';
import { sayWidest } from '../../../src/report/answers/apart.ts';
import type { Comparison } from '../../../src/summary/comparisons/comparison.ts';
import { oriented } from '../../../src/summary/comparisons/turned-comparison.ts';
import type { CellSummary } from '../../../src/summary/summary.ts';
import type { ShippedRecord } from '../records.ts';
import { compressionFlips } from './predicted-tables.ts';

type Verdict = Comparison['verdict'];

export function jsonOrProtobuf(record: ShippedRecord): string {
  const plain = claimMeasured(record, 'O1');
  const large = claimMeasured(record, 'O7b');
  const compressed = claimMeasured(record, 'O3a');
  // JSON needs nothing, so that being as fast is enough for it.
  carries(record, plain.low > 1 && large.low > 1 && compressed.low > 0.98);
  return `**If you compress: JSON. If you do not, and the network is slow: Protobuf.** At 10 Mbit/s without gzip, Protobuf was ${plain.text}
as fast as JSON with Books, and ${large.text} with 10 000 Videos. With gzip, JSON was ${compressed.text} as fast as
Protobuf with Books, and it needs neither schema nor library. Where the table says *open*, the two were not told
apart: take JSON there, too.`;
}

export function compressionPays(record: ShippedRecord): string {
  const flips = compressionFlips(record).filter(({ slow }) => slow.format === 'json');
  const rankings = record.summary.predicted?.rankings ?? [];
  const fastest = rankings.map(({ ways }) => ways[0]!.factors);
  const [best, ...others] = new Set(fastest.map((factors) => wordOf(factors, 'compression')));
  const longer = rankings.map(({ ways }) => {
    const totals = ways
      .filter(({ factors }) => factors.format === 'json' && wordOf(factors, 'compression') !== 'none')
      .map(({ totalMs }) => totalMs.value);
    return Math.max(...totals) / ways[0]!.totalMs.value - 1;
  });
  const pays = flips.every(({ slow, at }) => at !== null && wordOf(slow, 'compression') !== 'none');
  const isAlwaysJson = fastest.every(({ format }) => format === 'json');
  carries(record, flips.length > 0 && pays && isAlwaysJson && others.length === 0);
  const places = flips.map(
    ({ slow, place }) => `${wordOf(slow, 'compression')} below ${place.replaceAll('**', '')}`,
  );
  return `**To users over the internet: yes. Between servers of one data centre: no.** ${grouped(flips[0]!.n)} Books in JSON come sooner with
${listed(places)}. On ${listed(rankings.map(({ network }) => network.name))}
${best} would be the fastest, and the others take at most ${percent(Math.max(...longer), 1)} longer: use the one that your server has.`;
}

export function sseOrWebSocket(record: ShippedRecord): string {
  const push = standings(record, 'transport', 'sse', 'websocket');
  const up = standings(record, 'transport', 'websocket', 'xhr');
  const both = standings(record, 'transport', 'websocket', 'sse+xhr');
  carries(
    record,
    isAll(push, 'faster', 'same', 'within') && isAll(up, 'faster') && isAll(both, 'faster', 'same'),
  );
  return `**To push to a page: Server-Sent Events. To send often from the page: WebSocket.** From the server, Server-Sent Events
were as fast as WebSocket or faster at every size, up to ${mostTimes(push)}. From the page, WebSocket was
${timesFromTo(up)} as fast as a request (XHR) for each message. There and back it was as fast as Server-Sent Events with
XHR, or faster, up to ${mostTimes(both)}.`;
}

export function http3Pays(record: ShippedRecord): string {
  const on = (connection: string) =>
    standings(record, 'protocol', 'h3', 'h2', ({ factors }) => wordOf(factors, 'connection') === connection);
  const cold = on('cold');
  const warm = on('warm');
  const told = warm.filter(({ verdict }) => verdict !== 'open');
  carries(record, isAll(cold, 'faster') && isAll(told, 'same', 'within'));
  const open = told.length < warm.length ? '; where packets are lost, this run could not tell' : '';
  return `**For the first request of a visit: yes. For those that follow: no.** On a new connection HTTP/3 was ${timesFromTo(cold)}
faster than HTTP/2, and the more the longer the round trip. On an open one the two were at most ${sayWidest(told)}
apart${open}.`;
}

function carries(record: ShippedRecord, does: boolean): void {
  if (!does) throw new Error(`${record.folder} does not carry the answer on the page made of it: rewrite it`);
}

/** A claim's ratio, all its pairs together. */
function claimMeasured({ summary, folder }: ShippedRecord, id: string) {
  const claim = summary.claims.find((each) => each.id === id);
  const { measured = null, interval = null } = claim ?? {};
  if (measured === null || interval === null) throw new Error(`${folder} has measured no claim ${id}`);
  return { low: interval[0], text: `${times(measured)} ${between(interval)}` };
}

/** How cells of one level stand to those that differ from them in nothing but having the other level. */
function standings(
  { summary }: ShippedRecord,
  factor: FactorName,
  level: string,
  other: string,
  fits: (cell: CellSummary) => boolean = () => true,
): readonly Comparison[] {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  return summary.comparisons.flatMap((comparison) => {
    const pair = [comparison.a, comparison.b].map((id) => cells.get(id)!);
    const having = (word: string) => pair.find(({ factors }) => wordOf(factors, factor) === word);
    const own = having(level);
    const alike = groupsAlike(
      pair.map(({ factors }) => factors),
      [factor],
    );
    if (own === undefined || having(other) === undefined || alike.length > 1 || !fits(own)) return [];
    return [oriented(comparison, own.id)];
  });
}

function isAll(comparisons: readonly Comparison[], ...verdicts: readonly Verdict[]): boolean {
  return comparisons.length > 0 && comparisons.every(({ verdict }) => verdicts.includes(verdict));
}

function timesFromTo(comparisons: readonly Comparison[]): string {
  const ratios = comparisons.map(({ ratio }) => ratio);
  return `${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`;
}

function mostTimes(comparisons: readonly Comparison[]): string {
  return times(Math.max(...comparisons.map(({ ratio }) => ratio)));
}
