// What the sensitivity of an index says in sentences, the same in every report: whose index is the lowest and
// how sure that is, which weights would change it, and whether the baseline matters.

import { listed } from '../../base/figures/plurals.ts';
import { BOUNDLESS, between, times } from '../../base/figures/ratios.ts';
import type { Metric } from '../../items/metrics.ts';
import type { Flip, Rival } from '../../summary/index/sensitivity.ts';
import type { IndexGroup, WeightedIndex } from '../../summary/index/weighted-index.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { pointsRange, sayPoints } from './figures.ts';

/** More are counted and not named. */
const MOST_NAMED = 3;

export type NameOf = (cell: string) => string;

export function sensitivityAnswers(
  group: IndexGroup,
  index: WeightedIndex,
  nameOf: NameOf,
): readonly Answer[] {
  const isProvisional = ({ kind }: Sentence) =>
    index.provisional === true && kind !== 'open' && kind !== 'note';
  const answer = (question: string, sentence: Sentence) => ({
    question,
    part: '',
    sentences: [isProvisional(sentence) ? { ...sentence, provisional: true } : sentence],
  });
  return [
    answer('Whose index is the lowest?', lowest(group, nameOf)),
    answer('Which weights change that?', nearestChange(group, allMetrics(index), nameOf)),
    answer('Does another baseline?', otherBaseline(group, nameOf)),
  ];
}

export function allMetrics({ weights, candidates }: WeightedIndex): readonly Metric[] {
  return [...weights.map(({ metric }) => metric), ...candidates];
}

function lowest({ sensitivity }: IndexGroup, nameOf: NameOf): Sentence {
  const { winner, rivals, twinAlarm } = sensitivity;
  const named = (rival: Rival) => [nameOf(rival.cell), ...sayRatio(rival)].join(' ');
  const same = rivals.filter(({ standing }) => standing === 'same');
  const open = rivals.filter(({ standing }) => standing === 'open');
  const first = listed([winner, ...same.map(({ cell }) => cell)].map(nameOf));
  if (open.length > 0) {
    const noise = twinAlarm ? '; a cell and its twin, which are the same, differ in this run' : '';
    const text = `open: ${first}, but it may as well be ${some(open.map(named))}${noise}`;
    return { kind: 'open', where: '', text };
  }
  const next = rivals.find(({ standing }) => standing === 'higher');
  const beyond = next === undefined ? '' : `; the next is ${named(next)}`;
  const both = same.length > 0 ? `${first}: theirs are the same` : first;
  return { kind: same.length > 0 ? 'tie' : 'decided', where: '', text: `${both}${beyond}` };
}

/**
 * `1.32×` and its interval; nothing where the winner has nothing of any item: no index is so many times 0.
 */
export function sayRatio({ ratio, interval }: Rival): readonly string[] {
  return ratio < BOUNDLESS ? [times(ratio), between(interval)] : [];
}

function some(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  return left > 1 ? listed([...names.slice(0, MOST_NAMED), `${left} more`], 'or') : listed(names, 'or');
}

function nearestChange(
  { sensitivity: { winner, rivals } }: IndexGroup,
  metrics: readonly Metric[],
  nameOf: NameOf,
): Sentence {
  const nearest = nearestFlip(rivals);
  if (metrics.length === 1)
    return note(
      `${metrics[0]} is all that is weighed; a metric of weight 0, ${metrics[0] === 'size' ? 'decode' : 'size'}=0, is one that weight may move to`,
    );
  // Where the winner itself is not sure, a change that flips it cannot be.
  const isOpen = rivals.some(({ standing }) => standing === 'open');
  if (nearest === null)
    return note(
      `none${isOpen ? ', as estimated' : ''}: no weights of ${listed(metrics)} give another cell a lower index than ${nameOf(winner)}`,
    );
  const { cell, flip } = nearest;
  const text = `move ${sayPoints(flip.moved)} points ${pointsRange(flip)} from ${sources(flip)} to ${flip.to} and ${nameOf(cell)} wins`;
  return { kind: isOpen ? 'open' : 'decided', where: '', text };
}

/** The rival for which the least weight has to be moved; null where no weights make another cell win. */
function nearestFlip(rivals: readonly Rival[]): (Rival & { readonly flip: Flip }) | null {
  return rivals
    .filter(hasFlip)
    .reduce<(Rival & { readonly flip: Flip }) | null>(
      (best, rival) => (best === null || rival.flip.moved < best.flip.moved ? rival : best),
      null,
    );
}

export function hasFlip(rival: Rival): rival is Rival & { readonly flip: Flip } {
  return rival.flip !== null && rival.flip.moved > 0;
}

/** `encode`, `size (35) and encode (33)` */
export function sources({ from }: Flip): string {
  const [only, ...more] = from;
  if (more.length === 0) return only!.metric;
  return listed(from.map(({ metric, share }) => `${metric} (${sayPoints(share)})`));
}

function otherBaseline({ sensitivity: { winner }, otherBaselines }: IndexGroup, nameOf: NameOf): Sentence {
  if (otherBaselines.length === 0)
    return note(`no: ${nameOf(winner)} has the lowest index whichever cell measures the others`);
  const byWinner = [...Map.groupBy(otherBaselines, (one) => one.winner)];
  const texts = byWinner.map(
    ([own, all]) => `measured by ${some(all.map(({ baseline }) => nameOf(baseline)))}, ${nameOf(own)} wins`,
  );
  return note(`yes: ${texts.join('; ')}`);
}

function note(text: string): Sentence {
  return { kind: 'note', where: '', text };
}
