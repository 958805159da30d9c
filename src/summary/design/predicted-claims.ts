// A published claim about cells of which some are predicted: judged as any other, over all its pairs, and
// marked.

import { count } from '../../base/figures/plurals.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { Division } from '../../model/choices/ratios.ts';
import { type CellPair, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import type { RunFile } from '../../record/record.ts';
import { judgeReplication } from '../../stats/answers/replication.ts';
import { widestDifference } from '../../stats/answers/verdict.ts';
import type { Claim } from '../../study/study.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import type { ClaimSummary } from '../claims/claim-summary.ts';
import { sayStandIn } from '../claims/claims.ts';
import { isAlarmed, judgedRatio, type PredictedJudging, restsOnPrediction } from './predicted-comparisons.ts';

/** `measured`: what the measured pairs alone say, which stands where no pair of it is predicted. */
export function predictedClaim(
  run: RunFile,
  judging: PredictedJudging,
  claim: Claim,
  measured: ClaimSummary,
): ClaimSummary {
  // Their cells are measured, whatever the design.
  if (claim.metric !== undefined || claim.shareOf !== undefined) return measured;
  const {
    wanted,
    there: known,
    standsIn,
  } = pairsForClaim(run.plan.cells, claim, ({ id }) => judging.sides.has(id));
  const pairs = known.map((pair) => ({ pair, division: divisionOf(pair, judging) }));
  const predicted = pairs.filter(({ division }) => restsOnPrediction(division)).length;
  if (predicted === 0 || known.some((pair) => isOfModel(run, pair))) return measured;
  const divisions = pairs.map(({ division }) => division);
  const found = judgedRatio(judging, divisions);
  if (found === null) return measured;
  const { ratio, interval } = found;
  const isWithheld = isAlarmed(judging, divisions);
  const verdict = isWithheld ? 'open' : judgeReplication(ratio, interval, claim.published, measured.margin);
  const notes = [
    ...(standsIn ? [`measured on ${sayStandIn(claim, run.study.networks)}`] : []),
    `rests on predictions (${predicted} of ${count(known.length, 'pair')})`,
    ...(known.length < wanted.length
      ? [`${wanted.length - known.length} of ${count(wanted.length, 'pair')} neither measured nor predicted`]
      : []),
    ...(isWithheld
      ? ['withheld: a cell of its browser and its twin, which are the same, differ in this run']
      : []),
  ];
  const { pairsWanted: _, contrary: __, ...words } = measured;
  return {
    ...words,
    ...(known.length < wanted.length && { pairsWanted: wanted.length }),
    measured: ratio,
    interval,
    verdict,
    answered: {
      widest: widestDifference(interval),
      provisional: judging.model.sessions < FEWEST_SESSIONS,
      answeredAt: null,
      openBecause: verdict !== 'open' ? null : isWithheld ? 'twin' : 'width',
    },
    note: notes.join('; '),
    predictedPairs: predicted,
    pairs: pairs.flatMap(({ pair: { numerator, denominator }, division }) => {
      const own = judgedRatio(judging, [division]);
      return own === null ? [] : [{ numerator: numerator.id, denominator: denominator.id, ...own }];
    }),
  };
}

function divisionOf({ numerator, denominator }: CellPair, { sides }: PredictedJudging): Division {
  return { over: sides.get(numerator.id)!, under: sides.get(denominator.id)! };
}

function isOfModel(run: RunFile, { numerator, denominator }: CellPair): boolean {
  return isModelled(run, numerator) || isModelled(run, denominator);
}
