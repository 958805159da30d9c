// What a run by design says of the cells that it left to predictions: their totals and bills, the comparisons
// and claims that rest on them, and how far the predictions of held-out cells missed. Nothing of it is mixed
// with what was measured.

import { isSequence } from '../../factors/cell.ts';
import type { Side } from '../../model/choices/ratios.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { type Prediction, predictWanted } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { type RecordModel, recordModel } from '../predicted/record-model.ts';
import type { CellSummary, Summary } from '../summary.ts';
import type { CellPrediction, DesignSummary } from './by-design.ts';
import { heldOutCheck, widenedBy } from './held-out-check.ts';
import { predictedClaim } from './predicted-claims.ts';
import { predictedComparisons } from './predicted-comparisons.ts';
import { predictedRankings } from './predicted-rankings.ts';

/** Whatever a ratio may be of, by the cell's id. */
export type Sides = ReadonlyMap<string, Side>;

/** The summary as it is, where the study measures all its cells. */
export function withDesign(run: RunFile, samples: SampleTable, summary: Summary): Summary {
  const left = run.plan.cells.filter(({ role }) => role?.kind === 'predicted');
  if (left.length === 0) return summary;
  const made = recordModel(run, samples);
  if ('reasons' in made) {
    const refused = made.reasons[0]!;
    const cells = summary.cells.map((cell) =>
      cell.status === 'predicted' ? { ...cell, prediction: { refused } } : cell,
    );
    return { ...summary, cells, design: { ...counted(run), heldOut: null, comparisons: [], rankings: [] } };
  }
  return predictedSummary(run, made, left, summary);
}

function predictedSummary(
  run: RunFile,
  made: RecordModel,
  left: readonly PlannedCell[],
  summary: Summary,
): Summary {
  const { model } = made;
  const networks = networksIn(run);
  const heldOut = heldOutCheck(made, networks);
  const widened = widenedBy(heldOut);
  const sides = new Map<string, Side>(
    [...model.cells, ...made.heldOut].map((cell: MeasuredCell) => [cell.id, { kind: 'measured', cell }]),
  );
  const found = new Map<string, CellPrediction>();
  for (const { id, factors } of left) {
    const network = networks.get(factors.network);
    if (isSequence(factors) || factors.kind !== 'request' || network === undefined) continue;
    const prediction = predictWanted(model, { factors, network, reuse: 1 });
    if ('reason' in prediction) found.set(id, { refused: prediction.reason });
    else {
      found.set(id, told(prediction, widened));
      sides.set(id, { kind: 'predicted', prediction, network });
    }
  }
  const cells = summary.cells.map((cell): CellSummary => {
    const prediction = found.get(cell.id);
    return prediction === undefined ? cell : { ...cell, prediction };
  });
  const judging = { model, sides, widened, alarms: summary.twinAlarms };
  const comparisons = predictedComparisons(run, judging, summary.precision);
  const claims = summary.claims.map((claim, i) => predictedClaim(run, judging, run.study.claims[i]!, claim));
  const rankings = predictedRankings(run, judging);
  return { ...summary, cells, claims, design: { ...counted(run), heldOut, comparisons, rankings } };
}

function told({ totalMs, items, bytes, range, restsOn }: Prediction, widened: number): CellPrediction {
  const { value, interval } = totalMs;
  const [low, high] = interval.map((end) => value * (end / value) ** widened) as [number, number];
  return { totalMs: { value, interval: [low, high] }, items, bytes, range, restsOn };
}

/** Twins aside. */
function counted(run: RunFile): Pick<DesignSummary, 'measured' | 'heldOutCells' | 'predicted'> {
  const own = run.plan.cells.filter(({ twinOf }) => twinOf === null);
  const number = (kind: 'measured' | 'held out' | 'predicted') =>
    own.filter(({ role }) => role?.kind === kind).length;
  return {
    measured: number('measured'),
    heldOutCells: number('held out'),
    predicted: number('predicted'),
  };
}

export function networksIn({ study }: RunFile): ReadonlyMap<string, NetworkProfile> {
  const none = profileNamed('none')!;
  return new Map([none, ...study.networks].map((network) => [network.name, network]));
}
