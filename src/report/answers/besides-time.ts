// What a message costs besides its time: coding, bytes on the wire, the server's CPU time. Notes, without a
// verdict: nobody compared them.

import { grouped } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { sayTimes, unitFor } from '../../base/figures/times.ts';
import { isSequence } from '../../factors/cell.ts';
import { groupedBill, isItemised } from '../tables/grouped-bill.ts';
import type { Contender, Table, Tables } from '../words/groups.ts';
import type { Answer, Sentence } from './answer.ts';
import { sayShares } from './ranges.ts';

const MOST_WAYS = 6;

export function besidesTime(tables: Tables, part: string): readonly Answer[] {
  const some = tables.tables.filter(({ shared, rows }) => isSequence(shared) && rows.length > 0);
  if (some.length === 0) return [];
  const beside = [...overhead(some), ...cpu(some)].map(
    (text): Sentence => ({ kind: 'note', where: '', text }),
  );
  return [
    { question: 'Where does the time go?', part, sentences: coding(some) },
    { question: 'What does a message cost besides time?', part, sentences: beside },
  ].filter(({ sentences }) => sentences.length > 0);
}

/** `encoding and decoding are 45 to 53 % of a message’s time; the rest is transport` */
function coding(tables: readonly Table[]): readonly Sentence[] {
  const bills = tables.flatMap(({ rows }) =>
    rows.flatMap(({ cell }) => (isItemised(cell) ? (groupedBill(cell) ?? []) : [])),
  );
  if (bills.length === 0) return [];
  const share = (of: (phase: string) => boolean) => {
    const shares = bills.map(
      ({ items, totalMs }) =>
        items.filter(({ phase }) => of(phase)).reduce((sum, { meanMs }) => sum + meanMs, 0) / totalMs,
    );
    return Math.max(...shares) < 0.005 ? null : sayShares(shares);
  };
  const parts = [
    ['encoding and decoding', share((phase) => phase !== 'transport' && phase !== 'check')],
    ['the lab’s own checking', share((phase) => phase === 'check')],
  ] as const;
  const said = parts.flatMap(([name, figure]) => (figure === null ? [] : `${name}: ${figure}`));
  return said.length === 0
    ? []
    : [{ kind: 'note', where: '', text: `${said.join('; ')} of a message’s time; the rest is transport` }];
}

/**
 * `on the wire, WebSocket adds 6.0 B to a message, SSE 8.4 B`; of what compression makes less, how much less.
 */
function overhead(tables: readonly Table[]): readonly string[] {
  const ways = byWay(tables, ({ cell }) => cell.messages?.wire?.overhead);
  if (ways.length === 0) return [];
  const isLess = ([, values]: (typeof ways)[number]) => Math.min(...values) < 0;
  const more = ways.filter((way) => !isLess(way));
  const less = ways.filter(isLess);
  return [
    ...sayOverhead(more, (label, bytes) => `${label} adds ${bytes} to a message`),
    ...sayOverhead(less, (label, bytes) => `${label} takes ${bytes} off a message`),
  ];
}

function sayOverhead(
  ways: readonly (readonly [label: string, values: readonly number[]])[],
  first: (label: string, bytes: string) => string,
): readonly string[] {
  const said = ways.map(([label, values], i) => {
    const figure = sayRange(values);
    return i === 0 ? first(label, figure) : `${label} ${figure}`;
  });
  return said.length === 0 ? [] : [`on the wire, ${listed(said)}`];
}

/**
 * `6.0 to 8.1 B`; of bytes less than none without their sign, and `up to 215 B` where some are and some are
 * not.
 */
function sayRange(values: readonly number[]): string {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const ends = least < 0 && most >= 0 ? [-least] : [least, most].map(Math.abs).sort((a, b) => a - b);
  const decimals = ends[0]! < 100 ? 1 : 0;
  const said = [...new Set(ends.map((end) => grouped(end, decimals)))].join(' to ');
  return `${ends.length === 1 ? 'up to ' : ''}${said} B`;
}

/**
 * `the server’s CPU is busy 7.90 µs a message with WebSocket, 8.04 µs with SSE`; where they go fast, it is
 * busiest with them.
 */
function cpu(tables: readonly Table[]): readonly string[] {
  const fast = tables.filter(({ shared }) => isSequence(shared) && shared.mode.name === 'throughput');
  const ways = byWay(fast.length > 0 ? fast : tables, ({ cell }) => cell.messages?.serverCpuUs);
  if (ways.length === 0) return [];
  const unit = unitFor(ways.flatMap(([, values]) => values.map((value) => value / 1000)));
  const said = ways.map(([label, values], i) => {
    const timesMs = values.map((value) => value / 1000);
    const figure = sayTimes(timesMs, unit);
    return `${figure}${i === 0 ? ' a message' : ''} with ${label}`;
  });
  return [`the server’s CPU is busy ${listed(said)}`];
}

/** Figures of each way over the tables, the ways with the least first. */
function byWay(
  tables: readonly Table[],
  read: (row: Contender) => number | null | undefined,
): readonly (readonly [label: string, values: readonly number[]])[] {
  const ways = new Map<string, number[]>();
  for (const row of tables.flatMap(({ rows }) => rows)) {
    const value = read(row);
    if (value != null) ways.set(row.label, [...(ways.get(row.label) ?? []), value]);
  }
  return [...ways].sort(([, a], [, b]) => Math.min(...a) - Math.min(...b)).slice(0, MOST_WAYS);
}
