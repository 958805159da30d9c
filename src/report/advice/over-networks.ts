// Advice for several networks in one sentence, before those of each: one way for all of them, or which way
// for which.

import { listed } from '../../base/figures/plurals.ts';
import { ms } from '../../base/figures/times.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { Advice, MeasuredAdvice, NetworkAdvice } from '../../summary/advice/advice.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { Sentence } from '../answers/answer.ts';
import { sayNeeds } from './needs-words.ts';
import { type Named, wayNames } from './way-name.ts';

/** Nothing is open that more time would tell. */
export function isSure({ settled, gain }: MeasuredAdvice): boolean {
  return settled && (gain === null || isAnswered(gain));
}

function isAnswered({ verdict, provisional }: Comparison): boolean {
  return !provisional && (verdict === 'faster' || verdict === 'same' || verdict === 'within');
}

/** What is advised on one network. */
interface OnNetwork {
  readonly advice: NetworkAdvice;
  readonly way: Named;
  /** Why nobody can be sure of it; null: it is known. */
  readonly doubt: 'open' | 'predicted' | null;
  /** Key of a way → its cell, of those that are within ε of the best there; null: it is predicted. */
  readonly good: ReadonlyMap<string, CellSummary | null>;
  readonly today: string | null;
}

/** null of one network: its own sentence says it. */
export function overNetworks({ networks }: Advice, { cells }: Summary): Sentence | null {
  if (networks.length < 2) return null;
  const cellOf = new Map(cells.map((cell) => [cell.id, cell]));
  const nameOf = wayNames(cells.map(({ factors }) => recordedCell(factors)));
  const all = networks.map((advice) => onNetwork(advice, (id) => cellOf.get(id)!));
  const one = wayForAll(all);
  const isKnown = all.every(({ doubt }) => doubt === null);
  if (one === null) return summing(isKnown ? 'decided' : 'open', whichForWhich(all, nameOf));
  const key = keyOf(one);
  const isToday = all.some(({ today }) => today === key);
  const takes = isToday ? '' : `: ${[...needsOf(key, all), ...savedBy(key, all, cellOf)].join(', ')}`;
  const says = `On all networks: ${isToday ? `today’s ${nameOf(one)}` : nameOf(one)}${takes}${sayDoubts(all)}`;
  return summing(isKnown ? (isToday ? 'tie' : 'decided') : 'open', says);
}

function summing(kind: Sentence['kind'], text: string): Sentence {
  return { kind, where: '', text, sumsUp: true };
}

function onNetwork(advice: NetworkAdvice, cellOf: (id: string) => CellSummary): OnNetwork {
  if (advice.kind === 'predicted') {
    const { recommended, today } = advice;
    const good = new Map([[keyOf(recommended), null]]);
    return { advice, way: recommended, doubt: 'predicted', good, today: keyOf(today) };
  }
  const wayOf = (id: string) => recordedCell(cellOf(id).factors);
  const good = [advice.recommended, ...advice.ties].map((id) => [keyOf(wayOf(id)), cellOf(id)] as const);
  return {
    advice,
    way: wayOf(advice.recommended),
    doubt: isSure(advice) ? null : 'open',
    good: new Map(good),
    today: advice.today === null ? null : keyOf(wayOf(advice.today)),
  };
}

/** By what names tell apart. */
function keyOf({ format, codec, compression }: Named): string {
  return JSON.stringify([format, codec, compression]);
}

/** That is within ε of the best on each; of several the one that is advised on most. */
function wayForAll(all: readonly OnNetwork[]): Named | null {
  const everywhere = all.filter(({ way }) => all.every(({ good }) => good.has(keyOf(way))));
  const advisedOn = ({ way }: OnNetwork) => all.filter((one) => keyOf(one.way) === keyOf(way)).length;
  return everywhere.toSorted((a, b) => advisedOn(b) - advisedOn(a))[0]?.way ?? null;
}

/** Empty where it was measured nowhere. */
function needsOf(key: string, all: readonly OnNetwork[]): readonly string[] {
  return all
    .flatMap(({ advice, way }) => (advice.kind === 'measured' && keyOf(way) === key ? advice.needs : []))
    .slice(0, 1)
    .map(sayNeeds);
}

/**
 * `53.1 ms to 310 ms less than today`, and on which networks where both were not measured on all; empty where
 * it is not so on each.
 */
function savedBy(
  key: string,
  all: readonly OnNetwork[],
  cellOf: ReadonlyMap<string, CellSummary>,
): readonly string[] {
  const found = all.flatMap((on) => {
    const { advice, good } = on;
    const own = good.get(key);
    if (advice.kind === 'predicted' || advice.today === null || own == null) return [];
    return { on, savedMs: cellOf.get(advice.today)!.totalMs!.median - own.totalMs!.median };
  });
  const saved = found.map(({ savedMs }) => savedMs);
  if (saved.length === 0 || saved.some((one) => one <= 0)) return [];
  const ends = [...new Set([ms(Math.min(...saved)), ms(Math.max(...saved))])];
  const where = found.length === all.length ? '' : ` ${sayOn(found.map(({ on }) => on))}`;
  return [`${ends.join(' to ')} less than today${where}`];
}

/** `Which way depends on the network: json on 4g and 3g, avro + zstd-9 on 2g (predicted)` */
function whichForWhich(all: readonly OnNetwork[], nameOf: (way: Named) => string): string {
  const groups = [...Map.groupBy(all, ({ way }) => keyOf(way)).values()].map((group) => {
    const { way, today } = group[0]!;
    const name = keyOf(way) === today ? `today’s ${nameOf(way)}` : nameOf(way);
    const [doubt, ...others] = new Set(group.map((one) => one.doubt));
    const doubts = others.length > 0 ? sayDoubts(group) : doubt == null ? '' : ` (${doubt})`;
    return `${name} ${sayOn(group)}${doubts}`;
  });
  return `Which way depends on the network: ${groups.join(', ')}`;
}

/** ` (open on 3g, predicted on 2g)` */
function sayDoubts(all: readonly OnNetwork[]): string {
  const doubts = (['open', 'predicted'] as const).flatMap((doubt) => {
    const some = all.filter((one) => one.doubt === doubt);
    return some.length === 0 ? [] : [`${doubt} ${sayOn(some)}`];
  });
  return doubts.length === 0 ? '' : ` (${doubts.join(', ')})`;
}

function sayOn(some: readonly OnNetwork[]): string {
  const names = some.map(({ advice }) => advice.network);
  const emulated = names.filter((name) => name !== NO_NETWORK);
  return [
    ...(names.includes(NO_NETWORK) ? ['without a network limit'] : []),
    ...(emulated.length > 0 ? [`on ${listed(emulated)}`] : []),
  ].join(' and ');
}
