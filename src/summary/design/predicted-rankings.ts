// Which way would be the fastest of those that send the same, where some of them are predicted.

import { type Side, totalMsOf } from '../../model/choices/ratios.ts';
import { rankingGroups } from '../../plan/pairs.ts';
import type { RunFile } from '../../record/record.ts';
import { mixesModelAndPackets } from '../bill/modelled-cells.ts';
import type { DesignRanking } from './by-design.ts';
import { judgedRatio, type PredictedJudging } from './predicted-comparisons.ts';

export function predictedRankings(run: RunFile, judging: PredictedJudging): DesignRanking[] {
  const { sides } = judging;
  const { margin } = run.study.protocol;
  const known = run.plan.cells.filter(({ id, twinOf }) => twinOf === null && sides.has(id));
  return rankingGroups(known).flatMap((group): DesignRanking[] => {
    const ways = group
      .map(({ id }) => ({ id, side: sides.get(id)! }))
      .toSorted((a, b) => totalMsOf(a.side) - totalMsOf(b.side));
    const isPredicted = ({ side }: { readonly side: Side }) => side.kind === 'predicted';
    if (ways.length < 2 || !ways.some(isPredicted) || mixesModelAndPackets(run, group)) return [];
    const [best] = ways;
    return [
      {
        ways: ways.map((way) => {
          const behind = way === best ? null : judgedRatio(judging, [{ over: way.side, under: best!.side }]);
          return {
            id: way.id,
            totalMs: totalMsOf(way.side),
            isPredicted: isPredicted(way),
            isAmongBest: behind === null || behind.interval[0] <= 1 + margin,
          };
        }),
      },
    ];
  });
}
