// What a million answers cost by the ways that win somewhere on a map: bytes and the server's work are the
// same over every network, so it is one sentence for the whole map.

import { moneyDecimals, sayMoney } from '../../base/figures/money.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import type { Summary } from '../../summary/summary.ts';
import { condition } from '../words/levels.ts';
import type { PredictedNames } from './names.ts';

/** At the most objects of which the costs are known, the cheapest first; null: nobody gave a price. */
export function sayCosts(
  { price, cells }: Summary,
  contenders: readonly RequestCell[],
  names: PredictedNames,
): string | null {
  if (price === undefined) return null;
  const rows = price.groups.flatMap((group) => group.rows);
  const known = rows.flatMap((row) => {
    const factors = cells.find(({ id }) => id === row.cell)?.factors;
    const way = contenders.find((each) => factors?.kind === 'request' && wayKey(each) === wayKey(factors));
    return factors === undefined || way === undefined || row.together === null
      ? []
      : [{ way, n: factors.n, together: row.together }];
  });
  if (known.length === 0) return null;
  const n = Math.max(...known.map((each) => each.n));
  const costs = new Map(known.filter((each) => each.n === n).map((each) => [each.way, each.together.value]));
  const places = moneyDecimals([...costs.values()]);
  const told = [...costs]
    .toSorted(([, a], [, b]) => a - b)
    .map(([way, value]) => `${names.label(way)} ${sayMoney(value, price.price.currency, places)}`);
  return `A million answers cost ${condition('n', [n], names.levels)}: ${told.join(', ')}.`;
}
