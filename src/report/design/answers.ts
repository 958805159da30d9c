// What a run by design left to predictions, in sentences without a mark of what was measured.

import { shortNumber } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { type FactorName, STUDY_FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Verdict } from '../../summary/comparisons/comparison.ts';
import type { DesignSummary, HeldOutSummary, PredictedComparison } from '../../summary/design/by-design.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { sayMiss } from './prediction-words.ts';

export function designAnswers(run: RunFile, { design, cells }: Summary): readonly Answer[] {
  if (design === undefined) return [];
  const texts = [
    sayCells(design),
    ...(design.heldOut === null ? [] : [sayHeldOut(design.heldOut)]),
    ...sayComparisons(design.comparisons),
    ...sayRefused(run, cells),
  ];
  const sentences = texts.map((text): Sentence => ({ kind: 'note', where: '', text }));
  return [{ question: 'What was predicted, not measured? (by design)', part: '', sentences }];
}

function sayCells({ measured, heldOutCells, predicted }: DesignSummary): string {
  const all = measured + heldOutCells + predicted;
  return `${predicted} of ${count(all, 'cell')}, from ${measured} that were measured for it; ${heldOutCells} more were measured to check`;
}

function sayHeldOut({ cells, medianMiss, worstMiss, held, widened }: HeldOutSummary): string {
  const missed =
    cells.length === 1
      ? `the cell held out was missed by ${sayMiss(worstMiss)}`
      : `${count(cells.length, 'cell')} held out were missed by ${sayMiss(medianMiss)} (median) and ${sayMiss(worstMiss)} at most`;
  const intervals = `${held} of ${count(cells.length, 'interval')} ${plural(held, 'holds', 'hold')} what was measured`;
  const reach =
    widened === null || widened === 1
      ? ''
      : `, so all reach ${shortNumber(widened, 3)} times as far as the model’s own`;
  return `${missed}; ${intervals}${reach}`;
}

const ANSWERS: readonly (readonly [Verdict, string])[] = [
  ['faster', 'faster'],
  ['slower', 'slower'],
  ['same', 'the same'],
  ['within', 'alike within the precision'],
  ['open', 'open'],
];

/** `of 12 comparisons of format 7 are slower, 3 faster and 2 open` */
function sayComparisons(comparisons: readonly PredictedComparison[]): readonly string[] {
  return [...Map.groupBy(comparisons, ({ factor }) => factor)].map(([factor, own]) => {
    const parts = ANSWERS.flatMap(([verdict, words]) => {
      const some = own.filter((each) => each.verdict === verdict).length;
      return some === 0 ? [] : [`${some} ${words}`];
    });
    return `${count(own.length, 'comparison')} of ${factor} ${plural(own.length, 'rests', 'rest')} on predictions: ${listed(parts)}`;
  });
}

/** With the command that measures what could not be predicted. */
function sayRefused({ study }: RunFile, cells: readonly CellSummary[]): readonly string[] {
  const refused = cells.filter(({ prediction }) => prediction !== undefined && 'refused' in prediction);
  if (refused.length === 0) return [];
  const reasons = new Set(
    refused.flatMap(({ prediction }) =>
      prediction !== undefined && 'refused' in prediction ? [prediction.refused] : [],
    ),
  );
  const levelsIn = (some: readonly CellSummary[], name: FactorName) => [
    ...new Set(some.map(({ factors }) => String(wordOf(factors, name)))),
  ];
  const only = STUDY_FACTOR_NAMES.flatMap((name) => {
    const levels = levelsIn(refused, name);
    return levels.length === levelsIn(cells, name).length ? [] : [` --only ${name}=${levels.join(',')}`];
  }).join('');
  const which = `${count(refused.length, 'cell')} could not be predicted`;
  return [
    `${which}: ${[...reasons].join('; ')}; wirefare run ${study.name} --design full${only} measures ${plural(refused.length, 'it', 'them')}`,
  ];
}
