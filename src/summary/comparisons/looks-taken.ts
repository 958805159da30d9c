// The looks that a run's answers rest on. Each sees the sessions that were finished then and no later one, so
// that an answer stays what it was when the run goes on.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { completeByKind, lookAtEnd, lookOfMerged, looksOf, sessionsSeen } from '../../record/looks.ts';
import type { MergedFacts, RunFile } from '../../record/record.ts';
import { levelOfLook } from '../../stats/answers/looks.ts';
import { type RunTimes, timesInSessions } from '../samples/cell-times.ts';
import type { TwinAlarm } from '../summary.ts';
import { learnSpreads, type Spreads, type Term } from './contrast.ts';

export interface TakenLook {
  /** Finished rotations; null where there were fewer than four, so that all answers are provisional. */
  readonly rotations: number | null;
  /** What this look may spend. */
  readonly alpha: number;
  /** Cells beside which a twin differed at this look: it answers nothing about them. */
  readonly alarmed: ReadonlySet<string>;
  /** Twins beside which sequences were too short to tell at this look. */
  readonly tooShort: readonly TwinAlarm[];
  /** Sessions that it saw; null: all that count. */
  readonly sessions: ReadonlySet<number> | null;
  /** Remembers what it was asked. */
  seen(times: RunTimes): SeenTimes;
}

/** Times of the sessions that a look saw, and how far their ratios scatter. */
export interface SeenTimes {
  readonly times: RunTimes;
  readonly spreads: Spreads;
}

/**
 * In order, at least one: those that the run took, none of them alarmed yet (twins.ts). The end is a look
 * too, whatever ended the run; while it goes on nobody would pay for that one. `pool`: ratios that say how
 * far ratios scatter.
 */
export function looksTaken(
  run: RunFile,
  pool: readonly (readonly Term[])[],
): readonly [TakenLook, ...TakenLook[]] {
  const { merged } = run;
  if (merged !== undefined) return [lookAtAll(run, merged, pool)];
  const end = run.status === 'running' ? null : lookAtEnd(run);
  const taken = [...looksOf(run), ...(end === null ? [] : [end])];
  const [first, ...others] = taken
    .filter(({ rotations }) => rotations >= FEWEST_SESSIONS)
    .map((look, index): TakenLook => {
      const sessions = sessionsSeen(run, look);
      const seen = remembering((all) => {
        const times = timesInSessions(all, sessions);
        return { times, spreads: learnSpreads(times, pool) };
      });
      return {
        ...BY_ITSELF,
        rotations: look.rotations,
        alpha: levelOf(run, index + 1),
        sessions,
        seen,
      };
    });
  if (first !== undefined) return [first, ...others];
  const seen = remembering((times) => ({ times, spreads: learnSpreads(times, pool) }));
  return [{ ...BY_ITSELF, rotations: null, alpha: levelOf(run, 1), seen }];
}

/** Of the nth look of a run that is not merged. */
function levelOf({ study, plan }: RunFile, nth: number): number {
  return levelOfLook(1 - study.protocol.confidence, nth, plan.lookedAtOnce === true);
}

/** A merged record is looked at once, when it is whole. */
function lookAtAll(run: RunFile, merged: MergedFacts, pool: readonly (readonly Term[])[]): TakenLook {
  const finished = Math.min(
    ...completeByKind(run)
      .values()
      .map((some) => some.length),
  );
  return {
    rotations: Number.isFinite(finished) && finished >= FEWEST_SESSIONS ? finished : null,
    alpha: levelOfLook(1 - run.study.protocol.confidence, lookOfMerged(merged)),
    ...BY_ITSELF,
    seen: remembering((times) => ({ times, spreads: learnSpreads(times, pool) })),
  };
}

/** A look that nobody has held against its twins yet, and that saw everything. */
const BY_ITSELF = { alarmed: new Set<string>(), tooShort: [], sessions: null } as const;

function remembering(find: TakenLook['seen']): TakenLook['seen'] {
  const known = new WeakMap<RunTimes, SeenTimes>();
  return (times) => {
    const found = known.get(times) ?? find(times);
    known.set(times, found);
    return found;
  };
}
