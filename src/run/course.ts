// The course of a run: which session is next and how long, which looks are taken, and what they change for
// the sessions after them. A session that failed is tried once more at the end, unless its kind was given up.

import { FEWEST_SESSIONS } from '../base/least-evidence.ts';
import { isElsewhere } from '../factors/browser.ts';
import { countQuestions } from '../plan/pairs.ts';
import { kindOfSession, type Plan, type PlannedSession } from '../plan/plan.ts';
import { endOfRotation, rotationsIn } from '../plan/sessions/rotations.ts';
import { FIRST_MAY_TAKE, kindTimes } from '../plan/sessions/session-times.ts';
import { ownSessions } from '../plan/sessions/share.ts';
import type { Look } from '../record/looks.ts';
import type { RaceStep, SessionFacts } from '../record/record.ts';
import { TRIES_ELSEWHERE } from '../record/rotations.ts';
import { isLookedAtOnce, looksUpTo } from '../stats/answers/looks.ts';
import type { Study } from '../study/study.ts';
import type { OpenQuestions } from '../summary/comparisons/open-questions.ts';
import { Pace, type SessionTook } from './pace.ts';
import { droppedBy, race } from './race.ts';

const TRIES = 2;

export interface CourseSettings {
  readonly study: Study;
  readonly plan: Plan;
  /** When measuring is to be over, on the run's clock; null: when the plan is carried out. */
  readonly endMs: number | null;
  /** The sessions that an answer needs may end so much later, ms; absent: not at all. */
  readonly graceMs?: number;
  /** Those do no more than they must; absent: all are alike. */
  readonly areFirstShort?: boolean;
  /** Of the record that is gone on with. */
  readonly sessions: readonly SessionFacts[];
  readonly looks: readonly Look[];
  readonly race: readonly RaceStep[];
  /** So many sessions at once, where all of them have browsers on other machines. */
  readonly parallel?: number;
  /** Rotations that are begun however little time is left; absent: as many as an answer needs. */
  readonly fewest?: number;
  /** Cells whose programs fail by now: the run goes on with the others; absent: there are none. */
  readonly without?: ReadonlySet<string>;
}

export class Course {
  readonly #study: Study;
  readonly #pace: Pace;
  readonly #complete: Set<number>;
  readonly #tries = new Map<number, number>();
  readonly #lost = new Map<number, number>();
  /** Sessions under way. */
  readonly #running = new Map<number, PlannedSession>();
  readonly #parallel: number;
  readonly #isAllElsewhere: boolean;
  readonly #looks: Look[];
  readonly #race: RaceStep[];
  readonly #without: ReadonlySet<string>;
  readonly #areFirstShort: boolean;
  readonly #questions: number;
  #givenUp: ReadonlySet<string> = new Set();
  #plan: Plan;

  constructor(settings: CourseSettings) {
    const { study, plan, endMs, graceMs, sessions, looks, race, parallel = 1, fewest } = settings;
    const { areFirstShort = false, without = new Set() } = settings;
    this.#without = without;
    this.#areFirstShort = areFirstShort;
    this.#questions = countQuestions(study, plan.cells);
    this.#parallel = parallel;
    this.#isAllElsewhere = plan.sessions.every(({ browser }) => isElsewhere(browser));
    this.#study = study;
    // A level that a look has used is shared out already.
    this.#plan = looks.length > 0 ? plan : this.#withLevels(plan);
    this.#looks = [...looks];
    this.#race = [...race];
    this.#complete = completeSessions(sessions);
    const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
    this.#pace = new Pace(endMs, (session) => kindTimes(session, cells, study), {
      isNumberGiven: study.protocol.sessions !== null,
      areFirstShort,
      // Where the lab's own browsers are among them, those are alone, and all others wait for them.
      parallel: this.#isAllElsewhere ? parallel : 1,
      mostFirstGraceMs: FIRST_MAY_TAKE * study.protocol.budgetMs,
      ...(fewest !== undefined && { fewest }),
      ...(graceMs !== undefined && { graceMs }),
    });
  }

  /**
   * Where the first sessions are short, the rest of the time is shared out by what a look after them finds; a
   * share of a plan is looked at when all of them are merged.
   */
  #withLevels({ lookedAtOnce: _, ...plan }: Plan): Plan {
    const isOne =
      plan.share === undefined &&
      !this.#areFirstShort &&
      isLookedAtOnce(rotationsIn(plan.sessions), this.#questions);
    return isOne ? { ...plan, lookedAtOnce: true } : plan;
  }

  /** As it is carried out. */
  get plan(): Plan {
    return this.#plan;
  }

  get looks(): readonly Look[] {
    return this.#looks;
  }

  get race(): readonly RaceStep[] {
    return this.#race;
  }

  /** Whether the place of a planned session was lost as often as it is tried elsewhere. */
  isLostForGood(planned: number): boolean {
    return (this.#lost.get(planned) ?? 0) >= TRIES_ELSEWHERE && !this.#complete.has(planned);
  }

  get complete(): ReadonlySet<number> {
    return this.#complete;
  }

  /** When the session is cut; null: it is carried out whole. */
  endMsOfSession(session: PlannedSession): number | null {
    return this.#pace.endMsOfSession(session);
  }

  /**
   * With the time for its blocks; it is under way from then on. null: none can begin now; if none is under
   * way either, the run is at its end.
   */
  next(rotationsDone: number, nowMs: number): PlannedSession | null {
    const left = this.#left();
    if (!this.#hasRoomFor(left[0])) return null;
    const durationMs = this.#pace.durationMs(left, rotationsDone, nowMs, this.#atOnce());
    if (durationMs === null) return null;
    const next = { ...sessionWithout(left[0]!, this.#without), durationMs };
    this.#plan = {
      ...this.#plan,
      sessions: this.#plan.sessions.map((session) => (session.index === next.index ? next : session)),
    };
    this.#running.set(next.index, next);
    return next;
  }

  /** Those whose time counts beside that of the others. */
  #atOnce(): PlannedSession[] {
    return this.#isAllElsewhere ? [...this.#running.values()] : [];
  }

  /** What the lab's own machine drives is alone: anything beside it would be noise to it. */
  #hasRoomFor(next: PlannedSession | undefined): boolean {
    if (this.#running.size === 0) return true;
    if (next === undefined || this.#running.size >= this.#parallel) return false;
    return [...this.#running.values(), next].every(({ browser }) => isElsewhere(browser));
  }

  /** A session whose target was caught at something untrue has no second try, which might not see it. */
  ended(planned: PlannedSession, { status, untrue, lost }: SessionFacts, took: SessionTook): void {
    this.#running.delete(planned.index);
    const lostTimes = (this.#lost.get(planned.index) ?? 0) + (lost === true ? 1 : 0);
    this.#lost.set(planned.index, lostTimes);
    if (lost === true && lostTimes < TRIES_ELSEWHERE) return;
    const tries = untrue === true ? TRIES : (this.#tries.get(planned.index) ?? 0) + 1;
    this.#tries.set(planned.index, tries);
    if (status !== 'complete') return;
    this.#complete.add(planned.index);
    this.#pace.learn(planned, took);
  }

  /** Kinds of session that the run goes on without. */
  goOnWithout(kinds: ReadonlySet<string>): void {
    this.#givenUp = kinds;
  }

  /**
   * Whether a look is due at so many finished rotations; it is taken from then on. Several sessions may end
   * while another look is taken, and the rotations of a kind that was given up hold up the others no more: a
   * look that the number jumped over is taken where it came to, as one look. `sessions`: how many are
   * complete in the record, which is what it sees.
   */
  isLook(rotations: number, sessions: number): boolean {
    // A share knows nothing of what the others find: it is carried out as it was dealt.
    if (this.#plan.share !== undefined) return false;
    if (this.isLookedAtOnce && rotations < rotationsIn(this.#plan.sessions)) return false;
    const last = this.#looks.at(-1)?.rotations ?? 0;
    if ((looksUpTo(rotations).at(-1) ?? 0) <= last) return false;
    this.#looks.push({ rotations, sessions });
    return true;
  }

  /** Whether it has no look before its planned end. */
  get isLookedAtOnce(): boolean {
    return this.#looks.length === 0 && this.#plan.lookedAtOnce === true;
  }

  /** `look`: that of the run's end; null where the latest one saw all there is. */
  end(look: Look | null): void {
    if (look !== null && look.rotations >= FEWEST_SESSIONS) this.#looks.push(look);
  }

  /** Cells that looks have taken out of the rest of the run. */
  get dropped(): ReadonlySet<string> {
    return droppedBy(this.#race);
  }

  /** The rest of the run, after what a look has found. */
  goOn(rotations: number, found: OpenQuestions, nowMs: number): void {
    const neededCells = new Set([...found.neededCells].filter((cell) => !this.#isOfGivenUp(cell)));
    const begun = endOfRotation(this.#plan.sessions, this.#begun());
    const { plan, step } = race(
      {
        study: this.#study,
        plan: this.#plan,
        begun,
        droppedBefore: this.dropped,
        timesOf: (session) => this.#pace.times(session),
        leftMs: this.#pace.leftInAllMs(nowMs, this.#atOnce()),
      },
      rotations,
      { ...found, neededCells },
    );
    this.#plan = plan;
    if (step.dropped.length + step.returned.length > 0) this.#race.push(step);
  }

  /** Whether its programs fail, or every session that measures it is of a kind that was given up. */
  #isOfGivenUp(cell: string): boolean {
    if (this.#without.has(cell)) return true;
    if (this.#givenUp.size === 0) return false;
    const measuring = this.#plan.sessions.filter(({ panels }) =>
      panels.some(({ cells }) => cells.includes(cell)),
    );
    return measuring.every((session) => this.#givenUp.has(kindOfSession(session)));
  }

  #begun(): number {
    return Math.max(-1, ...this.#complete, ...this.#tries.keys(), ...this.#running.keys()) + 1;
  }

  /** Those not tried yet in their order, then those that failed once. */
  #left(): PlannedSession[] {
    const open = ownSessions(this.#plan).filter(
      (session) =>
        !this.#complete.has(session.index) &&
        !this.#running.has(session.index) &&
        sessionWithout(session, this.#without).panels.length > 0 &&
        !this.#givenUp.has(kindOfSession(session)),
    );
    return Array.from({ length: TRIES }, (_, tries) =>
      open.filter(({ index }) => (this.#tries.get(index) ?? 0) === tries),
    ).flat();
  }
}

/** As it can be carried out without these cells. */
function sessionWithout(session: PlannedSession, without: ReadonlySet<string>): PlannedSession {
  if (without.size === 0) return session;
  const panels = session.panels
    .map((panel) => ({ ...panel, cells: panel.cells.filter((cell) => !without.has(cell)) }))
    .filter(({ cells }) => cells.length > 0);
  return { ...session, panels };
}

export function completeSessions(sessions: readonly SessionFacts[]): Set<number> {
  return new Set(sessions.filter((facts) => facts.status === 'complete').map((facts) => facts.planned));
}
