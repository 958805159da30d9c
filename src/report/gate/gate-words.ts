// What became of a gate in words that every format shares: its outcome, its rules in the order of the file,
// and the cells that broke them or kept them open.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { between } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import { isByteMetric } from '../../items/metrics.ts';
import type { Gate } from '../../study/gate/gate-file.ts';
import { type FailureFinding, sayFailedExchanges } from '../../summary/gate/failed-exchanges.ts';
import {
  type BytesSeen,
  type JudgedGate,
  type JudgedRule,
  type RuleCheck,
  type RuleOutcome,
  type RuleVerdict,
  whyNotPassed,
} from '../../summary/gate/judged-rules.ts';

export interface GateReport {
  readonly name: string;
  /** As typed. */
  readonly file: string;
  /** Base and head, as typed. */
  readonly base: string;
  readonly head: string;
  readonly judged: JudgedGate;
  /** What the gate says of undecided rules. */
  readonly undecided: Gate['undecided'];
  /** By its rules and `undecided`; `failed`: it ended early. */
  readonly outcome: RuleVerdict | 'failed';
  /** Why head could not be measured, where that breaks the gate; empty where it was measured. */
  readonly headFails: readonly string[];
  /** Why it ended early, where that is not head's to answer for; empty where it did not. */
  readonly endedEarly: readonly string[];
  /** What decides nothing and is worth knowing: head answers something else, a rule makes no exception. */
  readonly notes: readonly string[];
  /** Where the record lies, as a path; null where nothing was measured. */
  readonly record: string | null;
}

/** The worst first. */
export const OUTCOMES = [
  'broken',
  'undecided',
  'not measured',
  'kept',
] as const satisfies readonly RuleOutcome[];
/** A rule about a whole study has many cells. */
const MOST_CELLS = 6;

/** Of the rules, for formats with a heading that has the outcome. */
export function sayCounts(report: GateReport): string {
  const { base, head, judged } = report;
  const trouble = troubleOf(report);
  const sides = `${head} beside ${base}`;
  if (trouble === null) return `${sides}: of ${sayVerdicts(judged)}`;
  const isJudged = judged.rules.some(({ checks }) => checks.length > 0);
  return `${sides}: ${trouble.what}${isJudged ? `; until then, of ${sayVerdicts(judged)}` : ''}`;
}

function sayVerdicts(judged: JudgedGate): string {
  const rules = OUTCOMES.flatMap((verdict) => {
    const some = judged.rules.filter((rule) => rule.verdict === verdict).length;
    return some === 0 ? [] : [`${some} ${verdict}`];
  });
  return `${count(judged.rules.length, 'rule')} ${rules.join(', ')}`;
}

/** `Gate orders: broken`; nobody needs to read twice that it is a gate. */
export function sayHeading({ name, outcome }: Pick<GateReport, 'name' | 'outcome'>): string {
  return `${name === 'gate' ? 'Gate' : `Gate ${name}`}: ${outcome}`;
}

export function sayOutcome(report: GateReport): string {
  return `${sayHeading(report)}. ${sayCounts(report)}`;
}

export interface Trouble {
  /** As a sentence without a full stop. */
  readonly what: string;
  /** What should have been, as the name of a test. */
  readonly wanted: string;
  readonly outcome: GateReport['outcome'];
  readonly reasons: readonly string[];
}

/** What kept the gate from being measured to its end; null: nothing. */
export function troubleOf({ headFails, endedEarly }: GateReport): Trouble | null {
  if (headFails.length > 0)
    return {
      what: 'head cannot be measured',
      wanted: 'head can be measured',
      outcome: 'broken',
      reasons: headFails,
    };
  if (endedEarly.length === 0) return null;
  return {
    what: 'it ended early',
    wanted: 'the gate is measured to its end',
    outcome: 'failed',
    reasons: endedEarly,
  };
}

export function sayNotes({ notes }: GateReport): readonly string[] {
  return notes.map((note) => `note: ${note}`);
}

/** What would help where nothing can be told. */
export function sayHelp(report: GateReport): readonly string[] {
  const { judged, undecided } = report;
  if (troubleOf(report) !== null) return [];
  const open = judged.rules.filter(({ verdict }) => verdict === 'undecided');
  if (open.length === 0) return [];
  // A warning passes in any case.
  const isHeldUp = undecided === 'fail' && open.some(({ rule }) => rule.level === 'fail');
  const why = whyNotPassed(judged);
  const isHeldBack = undecided === 'pass' && report.outcome === 'undecided' && why !== null;
  const through = isHeldUp && why === null;
  const takes = `What is undecided takes more time (budget), a quieter machine, or a limit further from what was measured${through ? '; undecided: pass lets it through' : ''}.`;
  // Of some nothing can be told, whatever time is spent.
  const timeHelps = open.some(({ checks }) => checks.some(({ moreTimeHelps }) => moreTimeHelps));
  const withoutTime = through ? ['undecided: pass lets through what is undecided.'] : [];
  return [
    ...(isHeldBack ? [`undecided: pass lets ${HELD_BACK[why]}.`] : []),
    ...(timeHelps ? [takes] : withoutTime),
    ...open.flatMap(sayKeepable),
  ];
}

const HELD_BACK = {
  failures: 'no head through that failed more often than base',
  unmeasured: 'no rule through of which a cell was not measured',
} as const;

/**
 * A limit as far as the intervals reach: on a noisy machine that says how noisy. None would have been kept
 * where a cell is open for another reason, as few sessions are.
 */
function sayKeepable({ rule: { item, says, limit }, checks }: JudgedRule): readonly string[] {
  if (checks.some(({ verdict, holdsLimit }) => verdict === 'undecided' && !holdsLimit)) return [];
  const ends = checks.map(({ interval, figure }) => interval?.[1] ?? figure ?? Number.POSITIVE_INFINITY);
  const farthest = Math.max(...ends) - 1;
  if (limit.kind !== 'grows' || farthest > MOST_SAID) return [];
  // What the subtraction leaves beyond a whole number is no part of it.
  const most = Math.ceil(farthest * 100 - 1e-9);
  const asked = isByteMetric(item)
    ? `Of answers that vary so, ${item === 'size' ? 'bytes' : item} grows: ${most}%`
    : `In this time, on this machine, ${item} slower: ${most}%`;
  return [`${asked} would have been kept (${says}).`];
}

/** Nobody wants a limit of eleven times. */
const MOST_SAID = 10;

const FINDINGS: Readonly<Record<FailureFinding, string>> = {
  more: 'more than chance allows',
  once: 'more than chance allows, but nearly all at one time',
  chance: 'no more than chance allows',
};
const FINDING_ORDER = Object.keys(FINDINGS);
const OF_WARNING = '; only warnings are about it, so this fails nothing';

/** The cells of either side of which exchanges failed, the worst first: all other figures leave those out. */
export function sayFailed({ judged: { failures } }: GateReport): readonly string[] {
  const sorted = failures.toSorted(
    (a, b) => FINDING_ORDER.indexOf(a.finding) - FINDING_ORDER.indexOf(b.finding),
  );
  const more = sorted.length - MOST_CELLS;
  return [
    ...sorted.slice(0, MOST_CELLS).map((failed) => {
      const failsNothing = failed.isOfWarning && failed.finding !== 'chance' ? OF_WARNING : '';
      return `${failed.head}: ${sayFailedExchanges(failed)} (${FINDINGS[failed.finding]}${failsNothing})`;
    }),
    ...(more > 0 ? [`and ${count(more, 'more cell', 'more cells')} in which exchanges failed`] : []),
  ];
}

/**
 * Whether head answers as well as base, and what becomes of the gate by that alone; null where none failed.
 */
export function verdictOfFailed({
  judged: { failures },
  outcome,
}: GateReport): { readonly verdict: RuleVerdict; readonly fails: boolean } | null {
  if (failures.length === 0) return null;
  const mayFail = failures.filter(({ isOfWarning }) => !isOfWarning);
  if (mayFail.some(({ finding }) => finding === 'more')) return { verdict: 'broken', fails: true };
  if (outcome === 'undecided' && mayFail.some(({ finding }) => finding === 'once'))
    return { verdict: 'undecided', fails: true };
  // As a warning that is broken, it is told and fails nothing.
  const isWarned = failures.some(({ finding, isOfWarning }) => finding === 'more' && isOfWarning);
  return { verdict: isWarned ? 'broken' : 'kept', fails: false };
}

/** Those that decide the rule first; of one that is not measured why not. */
export function shownChecks(rule: JudgedRule): readonly string[] {
  if (rule.unmeasured !== undefined) return [rule.unmeasured];
  const sorted = rule.checks.toSorted((a, b) => OUTCOMES.indexOf(a.verdict) - OUTCOMES.indexOf(b.verdict));
  const more = sorted.length - MOST_CELLS;
  return [
    ...sorted.slice(0, MOST_CELLS).map((check) => sayCheck(rule, check)),
    ...(more > 0 ? [`and ${count(more, 'more cell', 'more cells')}`] : []),
  ];
}

/** `json n=1000: 1.08× [1.06, 1.10]`; of `above` the figure itself. */
function sayCheck(
  { rule: { item, limit }, verdict }: JudgedRule,
  { head, figure, interval, bytes, because, verdict: own }: RuleCheck,
): string {
  const which = own === verdict ? '' : `${own}, `;
  const why = because === '' ? '' : ` (${because})`;
  if (figure === null) return `${head}: ${which}not measured${why}`;
  return `${head}: ${which}${sayFigure()}${why}`;

  function sayFigure(): string {
    if (limit.kind === 'above')
      return isByteMetric(item)
        ? `${bytes === undefined ? grouped(figure!) : sayBytes(bytes.head)} B`
        : `${ms(figure!)}${interval === null ? '' : ` ${sayMs(interval)}`}`;
    if (bytes?.base != null) {
      const [ofBase, ofHead] = [sayBytes(bytes.base), sayBytes(bytes.head)];
      return `${sayShare(figure!, true)}, ${ofBase === ofHead ? '' : `${ofBase} → `}${ofHead} B`;
    }
    return interval === null ? sayShare(figure!) : `${sayShare(figure!)}, ratio ${between(interval)}`;
  }
}

function sayMs([low, high]: readonly [number, number]): string {
  return high < 1e9 ? `[${ms(low)}, ${ms(high)}]` : '[unknown]';
}

/** `12 345`; where they vary from answer to answer `12 345 (12 340 to 12 351)`. */
function sayBytes({ mean, least, most }: BytesSeen): string {
  return least === most ? grouped(mean) : `${grouped(mean)} (${grouped(least)} to ${grouped(most)})`;
}

/** `+5.0 %` of a ratio of 1.05; `isExact`: with as many decimals as it takes to be more than nothing. */
function sayShare(ratio: number, isExact = false): string {
  const share = ratio - 1;
  if (share === 0) return 'the same';
  const shown = Math.abs(share);
  const decimals = isExact ? Math.max(1, Math.ceil(-Math.log10(shown * 100))) : 1;
  return `${share > 0 ? '+' : '−'}${percent(shown, decimals)}`;
}

/** Whether this rule fails the gate: a warning never does. */
export function fails({ rule, verdict }: JudgedRule, report: GateReport): boolean {
  if (rule.level !== 'fail') return false;
  if (verdict === 'broken') return true;
  // Of a gate that ended early nobody knows what would have become of the others.
  const isOpen = report.undecided === 'fail' || report.outcome === 'undecided';
  return verdict === 'undecided' && isOpen && troubleOf(report) === null;
}
