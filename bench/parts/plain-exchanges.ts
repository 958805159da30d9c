// Exchanges of the plain cell of each format in a record, by their places in visits and sessions, and medians
// of those that a rule takes.

import { median } from '../../src/base/figures/median.ts';
import type { SampleTable } from '../../src/record/sample-table.ts';

const COMPLETED = 0;

/** An exchange of a cell: how many came before it in its visit, and in its session. */
export interface Exchange {
  readonly session: number;
  readonly inVisit: number;
  readonly inSession: number;
  readonly warmup: boolean;
  readonly settling: boolean;
  readonly totalMs: number;
}

export type Rule = (exchange: Exchange) => boolean;
export type BySession = ReadonlyMap<number, number>;
export type ByFormat = Readonly<Record<string, readonly Exchange[]>>;

/** Session → the logarithm of the median of what the rule takes of it. */
export function byMedian(exchanges: readonly Exchange[], rule: Rule): BySession {
  const bySession = Map.groupBy(exchanges.filter(rule), ({ session }) => session);
  return new Map(
    [...bySession].map(([session, each]) => [session, Math.log(median(each.map(({ totalMs }) => totalMs)))]),
  );
}

/** By format, of the plain cell of `n` objects. */
export function exchangesOf(samples: SampleTable, n: number): ByFormat {
  const found: Record<string, Exchange[]> = {};
  const counts = new Map<string, number>();
  const next = (key: string) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  for (let row = 0; row < samples.length; row++) {
    const id = samples.cellIds[samples.cell[row]!]!;
    const [format, ...rest] = id.split(' ');
    const isPlain = rest.every((word) => word === `n=${n}`);
    if (!isPlain || samples.outcome[row] !== COMPLETED) continue;
    const session = samples.session[row]!;
    const exchange = {
      session,
      inVisit: next(`${id} ${session} ${samples.block[row]}`),
      inSession: 1 + next(`${id} ${session}`),
      warmup: samples.warmup[row] === 1,
      settling: samples.settling[row] === 1,
      totalMs: samples.numbers.totalMs[row]!,
    };
    found[format!] ??= [];
    found[format!]!.push(exchange);
  }
  return found;
}
