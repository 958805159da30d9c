// What the model says of the pairs of a claim that a run had no time for, where it can. It stands beside the
// verdict, which rests on what was measured alone.

import { isSequence } from '../../factors/cell.ts';
import { type Division, meanRatio, type Side } from '../../model/choices/ratios.ts';
import { predictWanted } from '../../model/model.ts';
import { canRun, cellsOfPair, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { isForTime } from '../../plan/sessions/leave-out.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import type { Claim } from '../../study/study.ts';
import type { ClaimSummary, PredictedPairs } from '../claims/claim-summary.ts';
import { type RecordModel, recordModel } from '../predicted/record-model.ts';
import type { Summary } from '../summary.ts';
import { networksIn } from './design-summary.ts';

/** The summary as it is, where nothing was left out for want of time, or a model may say nothing of it. */
export function withLeftOut(run: RunFile, samples: SampleTable, summary: Summary): Summary {
  const { claims } = run.study;
  const lacks = (found: ClaimSummary, index: number) =>
    found.pairsWanted !== undefined && isOfWholeTime(claims[index]!);
  if (summary.design !== undefined || !run.plan.cells.some(isForTime) || !summary.claims.some(lacks))
    return summary;
  const made = recordModel(run, samples);
  if ('reasons' in made) return summary;
  const sideOf = sidesOf(run, made);
  return {
    ...summary,
    claims: summary.claims.map((found, index) => {
      const leftOut = lacks(found, index) ? leftOutPairs(run, made, claims[index]!, sideOf) : null;
      return leftOut === null ? found : { ...found, leftOut };
    }),
  };
}

/** A prediction is of a whole exchange. */
function isOfWholeTime({ metric, shareOf, slope }: Claim): boolean {
  return metric === undefined && shareOf === undefined && slope === undefined;
}

/** null where it can predict none of them. */
function leftOutPairs(
  { plan }: RunFile,
  { model }: RecordModel,
  claim: Claim,
  sideOf: (cell: PlannedCell) => Side | null,
): PredictedPairs | null {
  const { there } = pairsForClaim(plan.cells, claim, (cell) => canRun(cell) || isForTime(cell));
  const leftOut = there.filter((pair) => cellsOfPair(pair).some(isForTime));
  const divisions = leftOut.flatMap(({ numerator, denominator }): Division[] => {
    const [over, under] = [sideOf(numerator), sideOf(denominator)];
    return over === null || under === null ? [] : [{ over, under }];
  });
  const found = divisions.length === 0 ? null : meanRatio(model, divisions);
  return found === null ? null : { ...found, predicted: divisions.length, leftOut: leftOut.length };
}

/** As measured, where it was. */
function sidesOf(run: RunFile, { model }: RecordModel): (cell: PlannedCell) => Side | null {
  const measured = new Map(model.cells.map((cell) => [cell.id, cell]));
  const networks = networksIn(run);
  const known = new Map<string, Side | null>();
  const find = ({ id, factors }: PlannedCell): Side | null => {
    const cell = measured.get(id);
    if (cell !== undefined) return { kind: 'measured', cell };
    const network = networks.get(factors.network);
    if (isSequence(factors) || factors.kind !== 'request' || network === undefined) return null;
    const prediction = predictWanted(model, { factors, network, reuse: 1 });
    return 'reason' in prediction ? null : { kind: 'predicted', prediction, network };
  };
  return (cell) => {
    if (!known.has(cell.id)) known.set(cell.id, find(cell));
    return known.get(cell.id)!;
  };
}
