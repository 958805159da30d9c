// What a plan says of URLs: what they answer, as it was read, and how often they are asked at most.

import { grouped, shortNumber } from '../../base/figures/numbers.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Study } from '../../study/study.ts';

/** While they are measured for so long. */
export function mostRequests(perSecond: number, budgetMs: number): number {
  return Math.ceil((perSecond * budgetMs) / 1_000);
}

/**
 * `at most 20 a second, 1 204 in all (4 to read it first, then 1 min)`. `readings`: 0 where it was read
 * already.
 */
export function sayMostRequests(perSecond: number, budgetMs: number, readings = 0): string {
  const most = grouped(readings + mostRequests(perSecond, budgetMs));
  const rate =
    perSecond >= 1 ? `${shortNumber(perSecond, 3)} a second` : `${shortNumber(perSecond * 60, 3)} a minute`;
  const first = readings === 0 ? '' : `${readings} to read it first, then `;
  return `at most ${rate}, ${most} in all (${first}${sayDuration(budgetMs)})`;
}

/** `today: GET http://localhost:3000/orders, as it stands: json over http1, as often as it answers`. */
export function sayUrls({ payloads, parts, protocol }: Study): readonly string[] {
  const cells = parts.flatMap((part) => part.cells);
  return payloads.flatMap(({ source, url }) => {
    const cell = cells.find(({ target }) => target === url?.target);
    if (url === undefined || cell === undefined) return [];
    const { format, protocol: spoken } = cell;
    const rate =
      url.perSecond === undefined
        ? 'as often as it answers'
        : sayMostRequests(url.perSecond, protocol.budgetMs);
    const own = Object.keys(url.headers ?? {});
    const headers = own.length === 0 ? '' : `, with ${own.join(', ')}`;
    return [`${url.target}: GET ${source}${headers}, as it stands: ${format} over ${spoken}, ${rate}`];
  });
}
