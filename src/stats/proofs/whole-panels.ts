// The promises held to whole simulated panels: jackknife, pooling and looks together, on exchanges.

import { type Random, seededRandom } from '../../base/random.ts';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { answerOf } from '../answers/verdict.ts';
import { pooledEstimates } from '../estimates/pooled.ts';
import { mean, standardDeviation } from '../samples/quantile.ts';
import type { SimulatedRun } from '../simulated.ts';
import { ALPHA, missesTruth, reachOfInterval, shareOfRounds } from './rounds.ts';
import { pairOfCells, pairsAgainstFirst, simulateCells } from './simulated-panel.ts';

/** Runs in which any interval against the first cell misses at any look, planned ones and the end. */
export function panelMisses(run: SimulatedRun, rounds: number, seed: number): number {
  return shareOfRounds(rounds, seed, (random) =>
    looksOfRun(run, random).some(({ estimates, level }) =>
      estimates.some((estimate, i) =>
        missesTruth(estimate, level, Math.log(run.cells[i + 1]! / run.cells[0]!)),
      ),
    ),
  );
}

/** Runs of alike cells in which any of them is called faster or slower at any look. */
export function falseDifferences(run: SimulatedRun, margin: number, rounds: number, seed: number): number {
  return shareOfRounds(rounds, seed, (random) =>
    looksOfRun(run, random).some(({ estimates, level }) =>
      estimates.some((estimate) => {
        const reach = reachOfInterval(estimate, level);
        const interval = [Math.exp(estimate.log - reach), Math.exp(estimate.log + reach)] as const;
        return ['faster', 'slower'].includes(answerOf(interval, { margin, precision: 0.1 }));
      }),
    ),
  );
}

function looksOfRun(run: SimulatedRun, random: Random) {
  const cells = simulateCells(run, random);
  const looks = [...new Set([...looksUpTo(run.sessions), run.sessions])];
  return looks.map((look, k) => {
    const estimates = pooledEstimates(pairsAgainstFirst(cells, look));
    return { estimates, level: familyLevel(levelOfLook(ALPHA, k + 1), estimates.length) };
  });
}

/**
 * The jackknife's mean variance of one session over the true one, which is that between sessions when nothing
 * else varies: needs a run whose cells keep their level (cellSd 0).
 */
export function jackknifeBias(run: SimulatedRun, seed: number): number {
  const [pair] = pairsAgainstFirst(simulateCells({ ...run, cellSd: 0 }, seededRandom(seed)));
  return mean(pair!.withinVariances) / standardDeviation(pair!.logRatios) ** 2;
}

/** Runs in which the fastest, picked by looking, is held against the others with an interval that misses. */
export function rankingMisses(run: SimulatedRun, rounds: number, seed: number): number {
  const count = run.cells.length;
  return shareOfRounds(rounds, seed, (random) => {
    const cells = simulateCells(run, random);
    const levels = cells.map((sessions) => mean(sessions.map(({ logMedian }) => logMedian)));
    const fastest = levels.indexOf(Math.min(...levels));
    const others = cells.map((_, i) => i).filter((i) => i !== fastest);
    const estimates = pooledEstimates(others.map((i) => pairOfCells(cells[i]!, cells[fastest]!)));
    const level = familyLevel(ALPHA, (count * (count - 1)) / 2);
    return estimates.some((estimate, i) =>
      missesTruth(estimate, level, Math.log(run.cells[others[i]!]! / run.cells[fastest]!)),
    );
  });
}
