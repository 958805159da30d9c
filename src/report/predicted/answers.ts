// What a run predicts, as sentences: which way wins over networks that nobody measured, and where the choice
// flips. The question says that it is predicted, and no sentence has the mark of what was measured. Then how
// predictions compare with what was measured over networks.

import { grouped, shortNumber, threeDigits } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import { inUnit, sayTime, unitFor } from '../../base/figures/times.ts';
import { spellCompression } from '../../factors/compression.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { ComputingPlaces } from '../../summary/predicted/computing-places.ts';
import type { PredictedCrossover, PredictedRanking } from '../../summary/predicted/predicted.ts';
import type { Summary } from '../../summary/summary.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { condition } from '../words/levels.ts';
import { besideAnswer } from './beside.ts';
import { differingWhere, type PredictedNames, predictedNames, sayRefused } from './names.ts';

export function predictedAnswers(summary: Summary): readonly Answer[] {
  const { predicted } = summary;
  if (predicted === undefined || summary.advice !== undefined) return [];
  const names = predictedNames(summary);
  const rankings = predicted.rankings.map((each) => rankingSentence(each, names));
  const flips = [
    ...flipSentences(predicted.crossovers, names),
    ...roundTripSentences(predicted.crossovers, names),
    ...predicted.computing.map((each) => computingSentence(each, names)),
  ];
  return [
    ...(rankings.length === 0
      ? []
      : [{ question: 'Which would win over a network? (predicted)', part: '', sentences: rankings }]),
    ...(flips.length === 0
      ? []
      : [{ question: 'Where does the choice flip? (predicted)', part: '', sentences: flips }]),
    ...besideAnswer(summary),
  ];
}

function rankingSentence(ranking: PredictedRanking, names: PredictedNames): Sentence {
  const { network, n, ways, untold, notOffered = [] } = ranking;
  const best = ways.filter(({ isAmongBest }) => isAmongBest);
  const first = ways[0]!;
  const baseline = ways.find(({ factors }) => names.isBaseline(factors)) ?? ways.at(-1)!;
  const where = [
    `over ${nameNetwork(network.name, [network])}`,
    condition('n', [n], names.levels),
    ...differingWhere(first.factors, names),
  ].join(', ');
  const took = sayWithInterval(first.totalMs.value, first.totalMs.interval);
  const labels = best.map(({ factors }) => names.label(factors));
  const who =
    best.length === 1
      ? `${labels[0]} would win with ${took}`
      : `${namedAlike(labels)} would win with about ${took}`;
  const isBaselineAmong = best.some(({ factors }) => factors === baseline.factors);
  const beside = isBaselineAmong
    ? ''
    : `; ${names.label(baseline.factors)} would take ${sayTime(baseline.totalMs.value)}`;
  const rest = untold.length === 0 ? '' : `; nothing can be said of ${namedUntold(untold.map(names.label))}`;
  const leftOut = notOffered.length === 0 ? '' : `; not weighed: ${sayRefused(notOffered, names.label)}`;
  return { kind: 'note', where: '', text: `${where}: ${who}${beside}${rest}${leftOut}` };
}

/** `1.36 s [1.28, 1.44]` */
export function sayWithInterval(ms: number, [low, high]: Interval): string {
  const unit = unitFor([ms]);
  const figure = (each: number) => threeDigits(inUnit(each, unit));
  return `${figure(ms)} ${unit} [${figure(low)}, ${figure(high)}]`;
}

const MOST_NAMED = 4;

function namedAlike(labels: readonly string[]): string {
  const named = listed(labels.slice(0, MOST_NAMED), 'or');
  return labels.length > MOST_NAMED ? `${named} (${labels.length} are alike)` : named;
}

function namedUntold(labels: readonly string[]): string {
  const more = labels.length - MOST_NAMED;
  return listed(more > 0 ? [...labels.slice(0, MOST_NAMED), `${more} more`] : labels);
}

/** Those of one compression, or of one format, in one sentence. */
function flipSentences(crossovers: readonly PredictedCrossover[], names: PredictedNames): Sentence[] {
  const asked = crossovers.filter(({ at, by }) => by === 'bandwidth' || (by === 'n' && at !== null));
  const groups = Map.groupBy(asked, (each) =>
    [
      each.by,
      each.factor,
      each.n,
      each.factor === 'compression' ? coding(each) : names.label(each.a),
      differingWhere(each.a, names).join(),
    ].join(' '),
  );
  return [...groups.values()].map((group) => {
    const [one] = group;
    const { by, factor, n, a } = one!;
    const where = [
      ...(n === null ? [] : [condition('n', [n], names.levels)]),
      ...differingWhere(a, names),
    ].join(', ');
    const text =
      by === 'n'
        ? listed(group.map((each) => flipByCount(each, names)))
        : factor === 'compression'
          ? compressionFlips(group, names)
          : listed(group.map((each) => flipByBandwidth(each, names)));
    return { kind: 'note', where, text };
  });
}

/** Where none flips, that is one sentence. */
function roundTripSentences(crossovers: readonly PredictedCrossover[], names: PredictedNames): Sentence[] {
  const own = crossovers.filter(({ by }) => by === 'round-trip');
  const [one] = own;
  if (one === undefined) return [];
  const flips = own.filter(({ at }) => at !== null);
  const [low, high] = one.range;
  const none = `no round trip from ${shortNumber(low, 3)} to ${shortNumber(high, 3)} ms changes a choice at 10 Mbit/s`;
  const texts = flips.map((each) => {
    const [below, above] = labelsInOrder(each, names);
    return `at 10 Mbit/s, ${below} is faster than ${above} below a round trip of ${place(each, ' ms')}`;
  });
  return (texts.length === 0 ? [none] : texts).map((text) => ({ kind: 'note', where: '', text }));
}

/** `computing on the server is faster at CM4 and CM5; neither is clearly faster at CM1, CM2 and CM3` */
function computingSentence({ way, steps }: ComputingPlaces, names: PredictedNames): Sentence {
  const sides = (['server', 'client', null] as const).flatMap((side) => {
    const own = steps.filter(({ faster }) => faster === side).map(({ computation }) => computation);
    if (own.length === 0) return [];
    const who = side === null ? 'neither is clearly faster' : `computing on the ${side} is faster`;
    return [`${who} ${condition('computation', own, names.levels)}`];
  });
  const where = [condition('n', [way.n], names.levels), ...differingWhere(way, names)].join(', ');
  return { kind: 'note', where, text: sides.join('; ') };
}

/** `gzip-6 pays below 144 Mbit/s [133, 155] for json, 73 [66, 81] for protobuf, and nowhere for avro` */
function compressionFlips(group: readonly PredictedCrossover[], names: PredictedNames): string {
  const [one] = group;
  const those = (hasPlace: boolean, below: PredictedCrossover['below']) =>
    group.filter((each) => (each.at !== null) === hasPlace && each.below === below);
  const [paying, above, always, never] = [
    those(true, 'a'),
    those(true, 'b'),
    those(false, 'a'),
    those(false, 'b'),
  ];
  const format = (each: PredictedCrossover) => names.formatLabel(each.a);
  const [low, high] = one!.range;
  const range = `between ${shortNumber(low, 3)} and ${shortNumber(high, 3)} Mbit/s`;
  const parts = [
    ...(paying.length === 0
      ? []
      : [
          `below ${listed(paying.map((each, i) => `${place(each, i === 0 ? ' Mbit/s' : '')} for ${format(each)}`))}`,
        ]),
    ...(above.length === 0
      ? []
      : [`above ${listed(above.map((each) => `${place(each, ' Mbit/s')} for ${format(each)}`))}`]),
    ...(always.length === 0 ? [] : [`everywhere ${range} for ${listed(always.map(format))}`]),
    ...(never.length === 0 ? [] : [`nowhere ${range} for ${listed(never.map(format))}`]),
  ];
  return `${coding(one!)} pays ${parts.join('; ')}`;
}

function flipByBandwidth(each: PredictedCrossover, names: PredictedNames): string {
  const [below, above] = labelsInOrder(each, names);
  const [low, high] = each.range;
  return each.at === null
    ? `${below} is faster than ${above} at any rate from ${shortNumber(low, 3)} to ${shortNumber(high, 3)} Mbit/s`
    : `${below} is faster than ${above} below ${place(each, ' Mbit/s')}`;
}

function flipByCount(each: PredictedCrossover, names: PredictedNames): string {
  const [below, above] = labelsInOrder(each, names);
  const [low, high] = each.interval!.map((n) => grouped(Math.round(n)));
  const limit = condition('network', [each.network!], names.levels);
  return `from ${count(Math.round(each.at!), 'object')} [${low}, ${high}] ${above} is faster than ${below} ${limit}`;
}

/** What wins below comes first. */
function labelsInOrder({ a, b, below }: PredictedCrossover, names: PredictedNames): [string, string] {
  return below === 'a' ? [names.label(a), names.label(b)] : [names.label(b), names.label(a)];
}

/** `144 Mbit/s [133, 155]` */
function place({ at, interval }: PredictedCrossover, unit: string): string {
  const [low, high] = interval!;
  return `${shortNumber(at!, 3)}${unit} [${shortNumber(low, 3)}, ${shortNumber(high, 3)}]`;
}

function coding({ a }: PredictedCrossover): string {
  return spellCompression(a.compression);
}
