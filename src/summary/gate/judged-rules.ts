// What becomes of the rules of a gate: for every pair of cells that a rule is about, whether the near end of
// the interval is beyond the limit (broken), the far end is not (kept), or neither can be said yet.

import type { Interval } from '../../base/figures/ratios.ts';
import { isByteMetric } from '../../items/metrics.ts';
import { pairKey } from '../../plan/pairs.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import type { Gate } from '../../study/gate/gate-file.ts';
import type { GateRule, Limit } from '../../study/gate/gate-rules.ts';
import { type Answer, answerAtLooks, type Question } from '../comparisons/answer-at-looks.ts';
import { ratioTerms, type Term } from '../comparisons/contrast.ts';
import { findFamilies } from '../comparisons/families.ts';
import { figuresAtLooks } from '../comparisons/figures-at-looks.ts';
import { looksTaken, type TakenLook } from '../comparisons/looks-taken.ts';
import { heldToTwins } from '../comparisons/twins.ts';
import { type RunTimes, runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { waitTimes } from '../samples/wait-times.ts';
import type { Summary } from '../summary.ts';
import { againstRecord } from './against-record.ts';
import { bytesJudge } from './bytes-judge.ts';
import {
  type FailedExchanges,
  failedExchanges,
  pairsByLevel,
  sayFailedExchanges,
} from './failed-exchanges.ts';

/** Ids of cells that are alike but for their target. */
export interface RulePair {
  readonly base: string;
  readonly head: string;
}

export interface PlannedRule {
  readonly rule: GateRule;
  /** One at least; none of a warning that is not measured. */
  readonly pairs: readonly RulePair[];
  /** Why a warning is not measured; absent of what is. */
  readonly unmeasured?: string;
}

export type RuleVerdict = 'broken' | 'kept' | 'undecided';
/** A warning that cannot be measured holds up no gate. */
export type RuleOutcome = RuleVerdict | 'not measured';

export interface RuleCheck extends RulePair {
  readonly verdict: RuleVerdict;
  /** Head over base, less nothing: 1.05; of `above` ms or bytes; null where nothing is known. */
  readonly figure: number | null;
  /** Of bytes what they reach, where those of the exchanges vary; null where they are counted. */
  readonly interval: Interval | null;
  /**
   * Those that a rule about bytes is judged by; base's are null where `above` alone asks. Absent of times.
   */
  readonly bytes?: { readonly base: BytesSeen | null; readonly head: BytesSeen };
  /** Of what is undecided; else empty. */
  readonly because: string;
  /** It is undecided, and more sessions may decide it. */
  readonly moreTimeHelps: boolean;
  /** It is undecided for nothing but its interval, which holds the limit: one beyond that would be kept. */
  readonly holdsLimit: boolean;
}

/** Of the exchanges of a cell; least and most are the mean where all have as many. */
export interface BytesSeen {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

export interface JudgedRule {
  readonly rule: GateRule;
  /** Of all its checks together: broken where one is, undecided where one is. */
  readonly verdict: RuleOutcome;
  readonly checks: readonly RuleCheck[];
  /** Why it is not measured; absent where it is. */
  readonly unmeasured?: string;
}

export interface JudgedGate {
  /** Of rules that may fail it, before `undecided` is asked. */
  readonly verdict: RuleVerdict;
  readonly rules: readonly JudgedRule[];
  /** Of every pair of cells in which an exchange of either side did not complete. */
  readonly failures: readonly FailedExchanges[];
}

export interface GateRecord {
  readonly run: RunFile;
  readonly samples: SampleTable;
  readonly probes: readonly ProbeRow[];
  readonly summary: Summary;
}

/**
 * Whether nothing was wrong with a run that did not complete but that its machine was too slow for its time.
 */
export function ranOutOfTime({ status, sessions }: Pick<RunFile, 'status' | 'sessions'>): boolean {
  return status === 'failed' && sessions.every(({ cut }) => cut === true);
}

/** `base`: a record of its own, where head was measured without it. */
export function judgeGate(
  record: GateRecord,
  planned: readonly PlannedRule[],
  base: GateRecord | null = null,
): JudgedGate {
  const pairs = pairsByLevel(planned);
  const failures = failedExchanges(base ?? record, record, pairs);
  const warned = new Set(pairs.warned.map((pair) => pairKey(pair.base, pair.head)));
  const rules = judgeRules(record, planned, base).map((rule) => heldToFailures(rule, failures, warned));
  return { verdict: together(rules.filter(({ rule }) => rule.level === 'fail')), rules, failures };
}

/**
 * What head answered is no reason to keep a rule where it failed to answer more often than base. `warned`:
 * pairs that warnings alone are about.
 */
function heldToFailures(
  whole: JudgedRule,
  failures: JudgedGate['failures'],
  warned: ReadonlySet<string>,
): JudgedRule {
  if (whole.verdict === 'not measured') return whole;
  const { rule, checks: judged } = whole;
  const checks = judged.map((check): RuleCheck => {
    const isWarned = warned.has(pairKey(check.base, check.head));
    const beyond = failures.filter(
      ({ base, head, isOfAll = false, isOfWarning = false, finding }) =>
        finding !== 'chance' &&
        isOfWarning === isWarned &&
        (isOfAll || (base === check.base && head === check.head)),
    );
    const failed = beyond.find(({ finding }) => finding === 'more') ?? beyond[0];
    if (check.verdict !== 'kept' || failed === undefined) return check;
    return {
      ...check,
      verdict: 'undecided',
      because: `${failed.isOfAll ? `${failed.head}: ` : ''}${sayFailedExchanges(failed)}`,
      moreTimeHelps: failed.finding === 'once',
      holdsLimit: false,
    };
  });
  return { rule, verdict: together(checks), checks };
}

/** Whether the gate is passed, by what it says of undecided rules. */
export function outcomeOf(judged: JudgedGate, { undecided }: Pick<Gate, 'undecided'>): RuleVerdict {
  const { verdict } = judged;
  return verdict === 'undecided' && undecided === 'pass' && whyNotPassed(judged) === null ? 'kept' : verdict;
}

/**
 * Why undecided rules are not let through where a gate lets those through; null where they are. A machine too
 * noisy to tell is, and no head that failed to answer for a while, nor what was not measured at all.
 */
export function whyNotPassed({ rules, failures }: JudgedGate): 'failures' | 'unmeasured' | null {
  if (failures.some(({ finding, isOfWarning }) => finding !== 'chance' && !isOfWarning)) return 'failures';
  const mayFail = rules.filter(({ rule }) => rule.level === 'fail');
  const isUnmeasured = mayFail.some(({ checks }) => checks.some(({ figure }) => figure === null));
  return isUnmeasured ? 'unmeasured' : null;
}

function judgeRules(
  record: GateRecord,
  planned: readonly PlannedRule[],
  base: GateRecord | null,
): JudgedRule[] {
  const timed = planned.filter(({ rule }) => !isByteMetric(rule.item));
  const family = timed.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const inOneRun = timeJudge(record, family, timed);
  const apart = base === null ? inOneRun : againstRecord(base, record, family);
  const ofBytes = bytesJudge(base ?? record, record);
  return planned.map(({ rule, pairs, unmeasured }) => {
    if (unmeasured !== undefined) return { rule, verdict: 'not measured', checks: [], unmeasured };
    const checks = pairs.map((pair) => {
      if (isByteMetric(rule.item)) return toldWhyLeftOut(record.run, ofBytes(rule.item, rule, pair));
      return (rule.limit.kind === 'grows' ? apart : inOneRun)(rule, pair);
    });
    const lacks = rule.level === 'warn' ? whyNone(checks) : null;
    if (lacks !== null) return { rule, verdict: 'not measured', checks, unmeasured: lacks };
    return { rule, verdict: together(checks), checks };
  });
}

/** Why no cell of a rule was measured, where no time would change that; null where one was. */
function whyNone(checks: readonly RuleCheck[]): string | null {
  if (checks.some(({ figure, moreTimeHelps }) => figure !== null || moreTimeHelps)) return null;
  return [...new Set(checks.map(({ because }) => because))].join('; ');
}

function toldWhyLeftOut(run: RunFile, check: RuleCheck): RuleCheck {
  if (check.figure !== null) return check;
  return { ...check, because: whyLeftOut(run, check) ?? check.because };
}

function together(all: readonly { readonly verdict: RuleOutcome }[]): RuleVerdict {
  if (all.some(({ verdict }) => verdict === 'broken')) return 'broken';
  return all.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'kept';
}

/**
 * Ratios that say together how far head over base scatters. Each session starts both servers anew, and what
 * a start makes of a server cancels in the ratios of its own cells, which say nothing of that.
 */
function poolOf(timed: readonly PlannedRule[], termsOf: (pair: RulePair) => Term[]): Term[][] {
  const pairs = timed.filter(({ rule }) => rule.limit.kind === 'grows').flatMap((one) => one.pairs);
  const known = new Map(pairs.map((pair) => [pairKey(pair.base, pair.head), termsOf(pair)]));
  return [...known.values()];
}

/**
 * A twin is its cell once more, so both together say what it takes: of a gate of one cell half of the time is
 * its twins'. All pairs have them or none uses its own, since pairs are pooled as if they scattered alike.
 */
function twinsUsed({ plan }: RunFile, timed: readonly PlannedRule[]): ReadonlyMap<string, string> {
  const twins = new Map(plan.cells.flatMap(({ id, twinOf }) => (twinOf === null ? [] : [[twinOf, id]])));
  const pairs = timed.flatMap((one) => one.pairs);
  return pairs.every(({ base, head }) => twins.has(base) && twins.has(head)) ? twins : new Map();
}

function withTwins(terms: readonly Term[], twins: ReadonlyMap<string, string>): Term[] {
  return terms.flatMap(({ cell, weight }) => {
    const twin = twins.get(cell);
    if (twin === undefined) return [{ cell, weight }];
    return [cell, twin].map((one) => ({ cell: one, weight: weight / 2 }));
  });
}

/** What an absolute limit is about. */
function headTerms({ head }: RulePair): Term[] {
  return [{ cell: head, weight: 1 }];
}

/**
 * Cells of which one figure is made are timed in one way. An absolute limit asks nothing of base, which then
 * has no say in how head is timed.
 */
function heldTogether(
  pool: readonly (readonly Term[])[],
  timed: readonly PlannedRule[],
  twins: ReadonlyMap<string, string>,
): Readonly<Record<Limit['kind'], readonly (readonly string[])[]>> {
  const limited = timed.filter(({ rule }) => rule.limit.kind === 'above').flatMap((one) => one.pairs);
  const cellsOf = (all: readonly (readonly Term[])[]) => all.map((terms) => terms.map(({ cell }) => cell));
  return { grows: cellsOf(pool), above: cellsOf(limited.map((pair) => withTwins(headTerms(pair), twins))) };
}

/** All intervals of a gate hold together, and over all its looks. */
function timeJudge(
  { run, samples, probes, summary }: GateRecord,
  family: number,
  timed: readonly PlannedRule[],
) {
  const twins = twinsUsed(run, timed);
  const pool = poolOf(timed, ({ base, head }) => withTwins(ratioTerms(head, base), twins));
  const groups = heldTogether(pool, timed, twins);
  const times = waitTimes(run, runTimes(run, countedSamples(run, samples)));
  const figuresAt = figuresAtLooks(run, times, probes, null);
  const families = findFamilies(run);
  // A twin shares the start of its server with its cell, as what is ranked does.
  const held = heldToTwins(run, times, looksTaken(run, families.pool), families);
  const looks = looksTaken(run, pool).map((look, i): TakenLook => {
    const { alarmed, tooShort } = held[i]!;
    return { ...look, alarmed, tooShort };
  });
  return (rule: GateRule, pair: RulePair): RuleCheck => {
    const { item, limit } = rule;
    const own = (look: TakenLook) =>
      item === 'total' ? times : figuresAt(look).timesFor.alike([item], groups[limit.kind]);
    const [answer] = answerAtLooks(looks, [question(own, limit, pair, { family, twins })]);
    if (answer == null) {
      const because = whyNotMeasured(run, pair, rule);
      return { ...pair, ...UNKNOWN, because, moreTimeHelps: because === TIME_UP };
    }
    const { ratio: figure, interval, verdict } = answer;
    const alarm = summary.twinAlarms.some(
      ({ cells }) => cells.includes(pair.base) || cells.includes(pair.head),
    );
    const because = alarm ? 'a twin differs from its cell: something disturbed the run' : whyOpen(answer);
    if (because === '')
      return { ...pair, verdict, figure, interval, because, moreTimeHelps: false, holdsLimit: false };
    const holdsLimit = because === HOLDS_LIMIT;
    const moreTimeHelps = alarm || answer.openBecause !== 'clock';
    return { ...pair, verdict: 'undecided', figure, interval, because, moreTimeHelps, holdsLimit };
  };
}

const UNKNOWN = {
  verdict: 'undecided',
  figure: null,
  interval: null,
  holdsLimit: false,
} as const;

const HOLDS_LIMIT = 'the interval holds the limit';

function question(
  timesAt: (look: TakenLook) => RunTimes,
  limit: Limit,
  { base, head }: RulePair,
  { family, twins }: { readonly family: number; readonly twins: ReadonlyMap<string, string> },
): Question<RuleVerdict> {
  const border = limit.kind === 'grows' ? 1 + limit.share : limit.value;
  const single = limit.kind === 'grows' ? ratioTerms(head, base) : headTerms({ base, head });
  const both = withTwins(single, twins);
  return {
    at: (look) => {
      const times = timesAt(look);
      // An item that takes probes may be known of a cell and not of its twin.
      return { times, terms: both.every(({ cell }) => times.cells.has(cell)) ? both : single };
    },
    isHeldBackAt: ({ alarmed }) => alarmed.has(base) || alarmed.has(head),
    family,
    judge: (_, [low, high]) => (low > border ? 'broken' : high <= border ? 'kept' : 'undecided'),
    rank: (verdict) => (verdict === 'undecided' ? 0 : 2),
  };
}

/** Empty where it is decided. */
function whyOpen({ verdict, provisional, openBecause }: Answer<RuleVerdict>): string {
  if (provisional) return 'fewer than four sessions';
  if (verdict !== 'undecided') return '';
  return openBecause === 'clock' ? 'the client’s clock is too coarse' : HOLDS_LIMIT;
}

function whyNotMeasured(run: RunFile, pair: RulePair, { item }: GateRule): string {
  const atOnce = whyLeftOut(run, pair);
  if (atOnce !== null) return atOnce;
  return ranOutOfTime(run) ? TIME_UP : `no ${item} was measured of it`;
}

/** Why one of the two cells was not even tried, or no longer; null where both were. */
function whyLeftOut({ plan, sessions }: RunFile, { base, head }: RulePair): string | null {
  const dropped = sessions
    .flatMap((session) => session.dropped)
    .find(({ cell }) => cell === base || cell === head);
  const skipped = plan.cells.find(({ id, skip }) => (id === base || id === head) && skip !== null);
  return dropped?.reason ?? skipped?.skip ?? null;
}

const TIME_UP = 'the time was up before it was measured';
