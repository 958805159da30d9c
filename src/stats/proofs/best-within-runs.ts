// Advice in simulated runs: candidates are dropped when they are surely slower than the leader, one that is
// simpler than all that may be recommended only when it is surely beyond ε, and the run ends when every one
// left is within ε of the leader. The recommended one is the worst that may be recommended, so that no luck
// in the order of simplicity helps.

import type { Random } from '../../base/random.ts';
import { bestWithin } from '../answers/best-within.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { type PairSessions, pooledEstimates } from '../estimates/pooled.ts';
import { mean } from '../samples/quantile.ts';
import { normal } from '../simulated.ts';
import { ALPHA, shareOfRounds } from './rounds.ts';

export interface AdviceRun {
  /** True times over that of the best. */
  readonly candidates: readonly number[];
  readonly epsilon: number;
  /** In the order of simplicity: of those within ε the one with the lowest place is recommended. */
  readonly placeOf: (i: number) => number;
  /** Standard deviation of a candidate's log time in one session, the session's own level apart. */
  readonly candidateSd: (i: number) => number;
  readonly sessions: number;
}

export interface AdviceOutcome {
  /** Runs in which any candidate that may be recommended is beyond ε of the truly best. */
  readonly wrong: number;
  /**
   * Runs in which one was dropped that is truly within ε of the best, and simpler than all that are left in
   * the end: a longer run, or a shorter one, would have recommended it.
   */
  readonly lost: number;
  readonly decided: number;
  /** Mean sessions of a run, and of a candidate in it. */
  readonly sessions: number;
  readonly sessionsOfCandidate: number;
}

export function adviceRuns(run: AdviceRun, rounds: number, seed: number): AdviceOutcome {
  const looks = looksUpTo(run.sessions);
  let decidedRuns = 0;
  let lostRuns = 0;
  let sessions = 0;
  let ofCandidates = 0;
  const isBeyond = (i: number) => run.candidates[i]! > (1 + run.epsilon) * Math.min(...run.candidates);
  const wrong = shareOfRounds(rounds, seed, (random) => {
    const logs = simulateCandidates(run, random);
    let left = [...logs.keys()];
    for (const [k, look] of looks.entries()) {
      const level = levelOfLook(ALPHA, k + 1);
      const { leader, others, standings, decided } = standingsAt(run, logs, left, look, level);
      const dropped = others.filter((_, i) => standings[i] === 'slower').length;
      ofCandidates += (dropped * look) / logs.length;
      left = [leader, ...others.filter((_, i) => standings[i] !== 'slower')];
      if (!decided && look !== looks.at(-1)) continue;
      sessions += look;
      ofCandidates += (left.length * look) / logs.length;
      if (decided) decidedRuns++;
      const isLeft = new Set(left);
      const simplest = Math.min(...left.map(run.placeOf));
      const isLost = (i: number) => !isLeft.has(i) && !isBeyond(i) && run.placeOf(i) < simplest;
      if (run.candidates.some((_, i) => isLost(i))) lostRuns++;
      return decided && left.some(isBeyond);
    }
    return false;
  });
  return {
    wrong,
    lost: lostRuns / rounds,
    decided: decidedRuns / rounds,
    sessions: sessions / rounds,
    sessionsOfCandidate: ofCandidates / rounds,
  };
}

function standingsAt(
  { epsilon, candidates, placeOf }: AdviceRun,
  logs: readonly Float64Array[],
  left: readonly number[],
  look: number,
  alpha: number,
) {
  const levels = logs.map((each) => mean(each.subarray(0, look)));
  const leader = left.reduce((best, i) => (levels[i]! < levels[best]! ? i : best));
  const others = left.filter((i) => i !== leader);
  const pairs = others.map((i): PairSessions => {
    const logRatios = Float64Array.from({ length: look }, (_, s) => logs[i]![s]! - logs[leader]![s]!);
    return {
      sessions: logRatios.map((_, s) => s),
      logRatios,
      withinVariances: new Float64Array(look).fill(0.0026),
      systematicVariance: 0,
    };
  });
  const { standings, decided } = bestWithin(
    pooledEstimates(pairs).map((overLeader, index) => ({
      overLeader,
      place: placeOf(others[index]!),
      isKnownWithin: false,
    })),
    { epsilon, alpha, candidates: candidates.length, leaderPlace: placeOf(leader) },
  );
  return { leader, others, standings, decided };
}

function simulateCandidates({ candidates, candidateSd, sessions }: AdviceRun, random: Random) {
  return candidates.map((time, i) =>
    Float64Array.from({ length: sessions }, () => Math.log(time) + candidateSd(i) * normal(random)),
  );
}
