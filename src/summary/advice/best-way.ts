// Which way is the best within ε: less than all comparisons of all pairs, and answered sooner. Ways that are
// surely slower than the leader fall out at the looks, the simplest only where they are surely beyond ε; when
// every way that is left is within ε of the leader, any of them may be recommended
// (stats/answers/best-within.ts).

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { bestWithin, epsilonShare, type Standing } from '../../stats/answers/best-within.ts';
import { type Contrasted, contrasted, ratioTerms } from '../comparisons/contrast.ts';
import type { TakenLook } from '../comparisons/looks-taken.ts';
import { cellLevels } from '../samples/cell-levels.ts';
import type { RunTimes } from '../samples/cell-times.ts';

/** By how much the recommended way may be slower than the best: the larger of the two. */
export interface Epsilon {
  /** Of the fastest's time. */
  readonly share: number;
  readonly ms: number;
}

export interface BestWay {
  /** The lowest median of those that are not surely slower than another. */
  readonly fastest: string;
  /** Known to be within ε of the best, the quickest first; the fastest is not among them. */
  readonly within: readonly string[];
  /** Neither known to be within ε nor to be left out. */
  readonly open: readonly string[];
  /** ε, ms. */
  readonly epsilonMs: number;
  /** Some of this rests on fewer than four sessions. */
  readonly provisional: boolean;
  /** What the last look says of them is not kept: more sessions with them have to say it. */
  readonly unkept: readonly string[];
}

/** The ways of one network among which one is to be chosen. */
export interface WaysToChoose {
  /** The cells that were measured. */
  readonly ways: readonly string[];
  /** How many of that network the plan had. */
  readonly candidates: number;
  /** Of those within ε the one with the lowest place is recommended. */
  readonly placeOf: (way: string) => number;
  readonly epsilon: Epsilon;
}

/** null where none can be held against another. */
export function bestWay(
  times: RunTimes,
  looks: readonly TakenLook[],
  { ways, candidates, placeOf, epsilon: { share, ms } }: WaysToChoose,
): BestWay | null {
  /** What looks said for good. */
  const known = new Map<string, Standing>();
  /** Of which way is known to be within ε: that it is so of one leader says nothing of the next. */
  const besides = new Map<string, string>();
  let found: BestWay | null = null;
  for (const look of looks) {
    // What a look says beside a twin that differs is told, with that warning, and not kept.
    const isAlarmed = ways.some((way) => look.alarmed.has(way));
    if (isAlarmed && look !== looks.at(-1)) continue;
    const { times: seen, spreads } = look.seen(times);
    const levelOf = cellLevels(seen);
    const left = ways
      .filter((way) => isComparable(seen, way) && known.get(way) !== 'slower')
      .toSorted((a, b) => levelOf(a) - levelOf(b));
    const [leader, ...others] = left;
    if (leader === undefined) continue;
    const leaderMs = Math.exp(levelOf(leader));
    const compared = others.map((way) => contrasted(seen, ratioTerms(way, leader), spreads));
    const epsilon = epsilonShare(leaderMs, share, ms);
    const { standings } = bestWithin(
      others.map((way, i) => ({
        overLeader: compared[i]?.estimate ?? null,
        place: placeOf(way),
        // What a former look knows, a later one with fewer samples of it does not take back.
        isKnownWithin: known.get(way) === 'within' && besides.get(way) === leader,
      })),
      { epsilon, alpha: look.alpha, candidates, leaderPlace: placeOf(leader) },
    );
    const unkept = isAlarmed ? [...left] : [];
    for (const [i, way] of others.entries()) {
      if (isAlarmed) continue;
      if (look.rotations === null || isOfFew(compared[i] ?? null)) {
        unkept.push(way);
      } else {
        known.set(way, standings[i]!);
        besides.set(way, leader);
      }
    }
    const those = (standing: Standing) => others.filter((_, i) => standings[i] === standing);
    found = {
      fastest: leader,
      within: those('within'),
      open: [...those('open'), ...ways.filter((way) => !isComparable(seen, way))],
      epsilonMs: epsilon * leaderMs,
      provisional: look.rotations === null || compared.some((each) => each !== null && isOfFew(each)),
      unkept,
    };
  }
  return found;
}

function isOfFew(contrast: Contrasted | null): boolean {
  return contrast === null || contrast.sessions < FEWEST_SESSIONS;
}

/** One session in a run of several may be luck: such a way is open, whatever its median. */
function isComparable(times: RunTimes, way: string): boolean {
  const sessions = times.cells.get(way)?.logMedians.size ?? 0;
  return sessions > (times.severalSessions ? 1 : 0);
}
