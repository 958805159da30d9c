// How a gate ends that was not measured to its end, or of which a side failed meanwhile: whose fault that is,
// and what was judged until then.

import { type EnvironmentError, sayProblem, UserError } from '../../base/errors.ts';
import type { Drivers } from '../../drive/driver.ts';
import { withTargets } from '../../drive/with-targets.ts';
import type { RunFile, SessionFacts } from '../../record/record.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import { SessionTrouble } from '../../run/sessions/session-guard.ts';
import type { Gate } from '../../study/gate/gate-file.ts';
import { sayFailedExchanges } from '../../summary/gate/failed-exchanges.ts';
import {
  type JudgedGate,
  outcomeOf,
  type PlannedRule,
  ranOutOfTime,
} from '../../summary/gate/judged-rules.ts';
import { TOO_LATE } from '../../wire/sample.ts';
import { LackingPrograms } from '../study/lacks.ts';
import { asTyped, sideNames } from './sides/gate-targets.ts';
import { answerRemedy, failing, SideFails, type SideName, SidesFail } from './sides/started-servers.ts';

/** Base and head as levels of `target`; base is null where it is a record. */
export interface SideLevels {
  readonly base: string | null;
  readonly head: string;
}

/** Why a gate has no outcome of its rules alone: one of the two is empty. */
export type Ending = Pick<GateReport, 'headFails' | 'endedEarly'>;

const TO_ITS_END: Ending = { headFails: [], endedEarly: [] };

/** What a side did wrong in a session. */
interface Fault {
  readonly what: string;
  /** It did not answer, or not in time. */
  readonly isUnanswered: boolean;
}

/** So many sessions must fail by a side that failed in some and not in others: machines stumble too. */
const FAILED_ENOUGH = 2;

/**
 * Whichever side does not start is told by its name. What has started before costs its session alone: a busy
 * machine is slow to start things now and then, and what ends the gate the sessions say together.
 */
export function failingBySide(drivers: Drivers, levels: SideLevels): Drivers {
  const sideOf = new Map<string, SideName>([[levels.head, 'head']]);
  if (levels.base !== null) sideOf.set(levels.base, 'base');
  const hasStarted = new Set<string>();
  return withTargets(drivers, (name) => {
    const driver = drivers.target(name);
    const side = sideOf.get(name);
    if (side === undefined) return driver;
    return {
      name,
      ...(driver.isFront !== undefined && { isFront: driver.isFront }),
      find: () => driver.find(),
      start: async (settings) => {
        try {
          const target = await driver.start(settings);
          hasStarted.add(name);
          return target;
        } catch (thrown) {
          const fails = failing(side, thrown);
          if (!(fails instanceof SideFails && hasStarted.has(name))) throw fails;
          const what = [fails.message, ...fails.tried].join('; ');
          throw new SessionTrouble(what, { fault: { target: name, how: 'ended' } });
        }
      },
    };
  });
}

/** How a gate ends by what was thrown before it was measured to its end. */
export function endingBy(thrown: EnvironmentError | UserError, own: Gate): Ending {
  if (thrown instanceof UserError) return { headFails: [], endedEarly: thrown.problems.map(sayProblem) };
  if (own.headFails === 'broken' && isOfHead(thrown, own)) {
    const { message, tried } = asTyped(thrown, own);
    return { headFails: [message, ...tried], endedEarly: [] };
  }
  const each = thrown instanceof SidesFail ? thrown.each : [thrown];
  const lines = each.flatMap((one) => {
    const { message, tried, remedy } = asTyped(one, own);
    return [message, ...tried, TO_MEND + remedy];
  });
  return { headFails: [], endedEarly: lines };
}

/** Whether head alone is at fault: it does not start, breaks its contract, or answers nothing to measure. */
function isOfHead(thrown: EnvironmentError, gate: Gate): boolean {
  if (thrown instanceof SideFails) return thrown.side === 'head';
  if (!(thrown instanceof LackingPrograms)) return false;
  const [, head] = sideNames(gate);
  return thrown.lacks.every(({ factor, name, fails }) => factor === 'target' && name === head && fails);
}

/** How a gate ends by what its run's record says; `failures`: the exchanges of it that did not complete. */
export function endingOfRun(
  run: RunFile,
  rules: readonly PlannedRule[],
  levels: SideLevels,
  { headFails }: Pick<Gate, 'headFails'>,
  failures: JudgedGate['failures'],
): Ending {
  const failsMore = failures.filter(({ finding, isOfWarning }) => finding === 'more' && !isOfWarning);
  const ofAll = failsMore.filter(({ isOfAll }) => isOfAll);
  const ofHead = faultsOf('head', run, rules, levels);
  const head = [
    ...wordsOf(ofHead),
    ...(ofAll.length > 0 ? ofAll : failsMore).map(
      (failed) => `${failed.head}: ${sayFailedExchanges(failed)}`,
    ),
  ];
  const base = levels.base === null ? [] : faultsOf('base', run, rules, levels);
  // Where both fail, it is nothing that head has changed.
  if (base.length > 0)
    return { headFails: [], endedEarly: [...wordsOf(base), ...head, ...mending('base', base)] };
  if (head.length > 0)
    return headFails === 'broken'
      ? { headFails: head, endedEarly: [] }
      : { headFails: [], endedEarly: [...head, ...mending('head', ofHead)] };
  if (run.status === 'complete' || ranOutOfTime(run)) return TO_ITS_END;
  return { headFails: [], endedEarly: [run.reason] };
}

/** A side that hangs does so in every session that is left: the first says it. */
function wordsOf(faults: readonly Fault[]): readonly string[] {
  const unanswered = faults.findIndex(({ isUnanswered }) => isUnanswered);
  const told = faults.filter(({ isUnanswered }, i) => !isUnanswered || i === unanswered);
  return [...new Set(told.map(({ what }) => what))];
}

/** Before what mends it. */
export const TO_MEND = 'to mend it: ';

function mending(side: SideName, faults: readonly Fault[]): readonly string[] {
  return faults.some(({ isUnanswered }) => isUnanswered) ? [TO_MEND + answerRemedy(side)] : [];
}

/**
 * What a side did wrong while the other did not; empty where it did nothing, or stumbled once among sessions
 * in which it did not.
 */
function faultsOf(
  side: SideName,
  run: RunFile,
  rules: readonly PlannedRule[],
  levels: SideLevels,
): readonly Fault[] {
  // A cell that a warning alone is about is told of that rule, and fails nothing.
  const mayFail = rules.filter(({ rule }) => rule.level === 'fail');
  const partners = new Map(
    mayFail.flatMap(({ pairs }) =>
      pairs.map(({ base, head }) => (side === 'head' ? [head, base] : [base, head]) as [string, string]),
    ),
  );
  // One in which a side hangs until the time is up is cut.
  const ended = run.sessions.filter(
    ({ status, cut }) => status === 'complete' || status === 'failed' || cut === true,
  );
  const told = ended.map((session) => faultOf(side, session, levels, partners));
  const faults = told.filter((fault) => fault !== null);
  const isSure =
    faults.length >= FAILED_ENOUGH ||
    faults.length === ended.length ||
    // An answer that is wrong is no stumble.
    ended.some(({ fault }) => fault?.target === levels[side] && fault?.how === 'wrong') ||
    // Nothing after it shows otherwise. How long a server takes for its work a busy machine changes too.
    (told.at(-1) != null && (run.status === 'failed' || ended.at(-1)?.fault?.how !== 'changed'));
  return isSure ? faults : [];
}

function faultOf(
  side: SideName,
  { fault, reason, checks, dropped }: SessionFacts,
  levels: SideLevels,
  partners: ReadonlyMap<string, string>,
): Fault | null {
  if (fault !== undefined) {
    if (fault.target !== levels[side]) return null;
    const isUnanswered = fault.how === 'unanswered';
    const isNamed = !isUnanswered || reason.startsWith(`the target ${side} `);
    return { what: isNamed ? reason : `${side}: ${reason}`, isUnanswered };
  }
  const checked = new Set(checks.map(({ cell }) => cell));
  const gone = new Set(dropped.map(({ cell }) => cell));
  const own = dropped.find(({ cell }) => {
    const partner = partners.get(cell);
    if (partner === undefined) return false;
    // Of a record, base has measured it.
    if (levels.base === null) return true;
    if (checked.has(cell)) return !(checked.has(partner) && gone.has(partner));
    // What was not even checked a side does not have: head has lost what base has, or has what is new.
    return side === 'head' && checked.has(partner) && !gone.has(partner);
  });
  if (own === undefined) return null;
  return { what: `${own.cell}: ${own.reason}`, isUnanswered: own.reason.includes(TOO_LATE) };
}

export function outcomeWith(
  judged: JudgedGate,
  { headFails, endedEarly }: Ending,
  own: Pick<Gate, 'undecided'>,
): GateReport['outcome'] {
  if (headFails.length > 0) return 'broken';
  return endedEarly.length > 0 ? 'failed' : outcomeOf(judged, own);
}
