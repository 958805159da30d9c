import { grouped } from '../base/figures/numbers.ts';
import { listed, plural } from '../base/figures/plurals.ts';

/**
 * `from 1 000 objects up`, `up to 100 objects`, `at 10 and 1 000 objects`; a single number gives
 * `at 1 object`.
 */
export function conditionOnNumber(some: readonly number[], all: readonly number[], units: string): string {
  const places = some.map((value) => all.indexOf(value)).sort((a, b) => a - b);
  const contiguous = places.every((place, i) => i === 0 || place === places[i - 1]! + 1);
  const say = (value: number) => `${grouped(value)} ${plural(value, units.replace(/s$/, ''), units)}`;
  if (some.length > 1 && contiguous && places.at(-1) === all.length - 1 && places[0] !== 0) {
    return `from ${say(all[places[0]!]!)} up`;
  }
  if (some.length > 1 && contiguous && places[0] === 0) return `up to ${say(all[places.at(-1)!]!)}`;
  if (some.length === 1) return `at ${say(some[0]!)}`;
  const numbers = [...some].sort((a, b) => a - b).map((value) => grouped(value));
  return `at ${listed(numbers)} ${units}`;
}
