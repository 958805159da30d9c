// Advice in simulated runs: candidates are dropped when they are surely slower than the leader, one that is
// simpler than all that may be recommended only when it is surely beyond ε, and the run ends when every one
// left is within ε of the leader. The recommended one is the worst that may be recommended, so that no luck
// in the order of simplicity helps. How far ratios scatter is learned as a run learns it: from every
// candidate against the first of the plan, whoever leads, those that were dropped in the sessions that they
// were in.

import type { Random } from '../../base/random.ts';
import { bestWithin } from '../answers/best-within.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { estimatePair, learnSpread, type PairSessions } from '../estimates/pooled.ts';
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
    const counts = logs.map(() => 0);
    /** Which of the leaders each is known to be within ε of. */
    const withinOf = new Map<number, number>();
    let left = [...logs.keys()];
    for (const [k, look] of looks.entries()) {
      for (const i of left) counts[i] = look;
      const alpha = levelOfLook(ALPHA, k + 1);
      const { leader, others, standings, decided } = standingsAt(run, {
        logs,
        counts,
        left,
        withinOf,
        alpha,
      });
      for (const [i, other] of others.entries()) {
        if (standings[i] === 'within') withinOf.set(other, leader);
        else withinOf.delete(other);
      }
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

interface Looked {
  readonly logs: readonly Float64Array[];
  /** Sessions that each candidate was in. */
  readonly counts: readonly number[];
  readonly left: readonly number[];
  readonly withinOf: ReadonlyMap<number, number>;
  readonly alpha: number;
}

function standingsAt(
  { epsilon, candidates, placeOf }: AdviceRun,
  { logs, counts, left, withinOf, alpha }: Looked,
) {
  const levels = logs.map((each, i) => mean(each.subarray(0, counts[i])));
  const leader = left.reduce((best, i) => (levels[i]! < levels[best]! ? i : best));
  const others = left.filter((i) => i !== leader);
  const over = (i: number, other: number) => pairOver(logs, i, other, Math.min(counts[i]!, counts[other]!));
  const spread = learnSpread(logs.slice(1).map((_, i) => over(i + 1, 0)));
  const { standings, decided } = bestWithin(
    others.map((i) => ({
      overLeader: estimatePair(over(i, leader), spread),
      place: placeOf(i),
      isKnownWithin: withinOf.get(i) === leader,
    })),
    { epsilon, alpha, candidates: candidates.length, leaderPlace: placeOf(leader) },
  );
  return { leader, others, standings, decided };
}

function pairOver(logs: readonly Float64Array[], i: number, other: number, sessions: number): PairSessions {
  const logRatios = Float64Array.from({ length: sessions }, (_, s) => logs[i]![s]! - logs[other]![s]!);
  return {
    sessions: logRatios.map((_, s) => s),
    logRatios,
    withinVariances: new Float64Array(sessions).fill(0.0026),
    systematicVariance: 0,
  };
}

function simulateCandidates({ candidates, candidateSd, sessions }: AdviceRun, random: Random) {
  return candidates.map((time, i) =>
    Float64Array.from({ length: sessions }, () => Math.log(time) + candidateSd(i) * normal(random)),
  );
}
