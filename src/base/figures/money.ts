// Amounts of money as text: two decimals or more, as many as the smallest of them needs for two digits. The
// currency is what somebody typed, a sign before the figure or a word behind it; nobody has to name one.

import { grouped } from './numbers.ts';

const MOST_DECIMALS = 6;
const WHOLE_FROM = 1_000;

/** Of amounts that stand beneath one another. */
export function moneyDecimals(values: readonly number[]): number {
  const above0 = values.filter((value) => value > 0 && Number.isFinite(value));
  if (above0.length === 0) return 2;
  const smallest = Math.min(...above0);
  if (smallest >= WHOLE_FROM) return 0;
  return Math.min(MOST_DECIMALS, Math.max(2, 1 - Math.floor(Math.log10(smallest))));
}

/** `$0.021`, `0.021 EUR`, `0.021` */
export function sayMoney(
  value: number,
  currency: string | null,
  decimals = moneyDecimals([Math.abs(value)]),
): string {
  const figure = grouped(value, decimals);
  if (currency === null) return figure;
  return /\p{Sc}$/u.test(currency) ? `${currency}${figure}` : `${figure} ${currency}`;
}
