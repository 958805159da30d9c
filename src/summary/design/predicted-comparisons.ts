// The comparisons that a study asks for of which one side or both are predicted: each by itself, outside the
// family of those that were measured.

import type { Interval } from '../../base/figures/ratios.ts';
import { type Division, meanRatio, type Side } from '../../model/choices/ratios.ts';
import type { Model } from '../../model/model.ts';
import type { RunFile } from '../../record/record.ts';
import { answerOf, widestDifference } from '../../stats/answers/verdict.ts';
import { pairsToCompare } from '../comparisons/families.ts';
import type { TwinAlarm } from '../summary.ts';
import type { PredictedComparison } from './by-design.ts';
import type { Sides } from './design-summary.ts';

/** What a ratio that rests on predictions is judged by. */
export interface PredictedJudging {
  readonly model: Model;
  readonly sides: Sides;
  /** So many times as far as the model's do its intervals reach. */
  readonly widened: number;
  readonly alarms: readonly TwinAlarm[];
}

export function predictedComparisons(
  run: RunFile,
  judging: PredictedJudging,
  precision: number,
): PredictedComparison[] {
  const { sides } = judging;
  const known = run.plan.cells.filter(({ id, twinOf }) => twinOf === null && sides.has(id));
  const { margin } = run.study.protocol;
  return pairsToCompare(run, known).flatMap(({ a, b, factor }): PredictedComparison[] => {
    const division = { over: sides.get(b)!, under: sides.get(a)! };
    if (!restsOnPrediction(division)) return [];
    const found = judgedRatio(judging, [division]);
    if (found === null) return [];
    const { ratio, interval } = found;
    const isWithheld = isAlarmed(judging, [division]);
    const verdict = isWithheld ? 'open' : answerOf(interval, { margin, precision });
    const predicted = [a, b].filter((id) => sides.get(id)!.kind === 'predicted');
    return [{ a, b, factor, ratio, interval, verdict, widest: widestDifference(interval), predicted }];
  });
}

export function restsOnPrediction({ over, under }: Division): boolean {
  return over.kind === 'predicted' || under.kind === 'predicted';
}

/** null where the sessions do not tell it. */
export function judgedRatio(
  { model, widened }: PredictedJudging,
  divisions: readonly Division[],
): { readonly ratio: number; readonly interval: Interval } | null {
  const found = meanRatio(model, divisions);
  if (found === null) return null;
  const { ratio, interval } = found;
  const [low, high] = interval.map((end) => ratio * (end / ratio) ** widened) as [number, number];
  return { ratio, interval: [low, high] };
}

/** Whether a twin differed beyond chance in the browser and target of any of them: their terms are of it. */
export function isAlarmed({ alarms, sides }: PredictedJudging, divisions: readonly Division[]): boolean {
  const keys = new Set(divisions.flatMap(({ over, under }) => [placeOf(over), placeOf(under)]));
  return alarms.some(({ twin }) => {
    const side = sides.get(twin.cell);
    return side !== undefined && keys.has(placeOf(side));
  });
}

function placeOf(side: Side): string {
  const { browser, target } = (side.kind === 'measured' ? side.cell : side.prediction).factors;
  return `${browser} ${target}`;
}
