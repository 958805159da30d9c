// Exchanges of both sides that did not complete. Figures are of those that did, so a head that answers with
// errors, or too late for anybody to wait for it, would keep every rule: whether it fails more often than
// base, beyond chance, is asked beside them.
//
// What disturbs a machine fails several exchanges one after another, and a server comes up badly once in a
// while. So visits count in which anything failed, and not exchanges; and head must fail more without its
// worst session too. Where there is one session, quarters of it stand for sessions.

import { grouped } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { pairKey } from '../../plan/pairs.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { chanceOfSoMany } from '../../stats/answers/exact-shares.ts';
import { looksTaken } from '../comparisons/looks-taken.ts';
import { COMPLETED, type CountedSamples, countedSamples, countingPlace } from '../samples/counted-samples.ts';
import type { GateRecord, PlannedRule, RulePair } from './judged-rules.ts';

/**
 * `chance`: head fails no more often than chance may make of base's share · `once`: it does, but nearly all
 * of it at one time · `more`: it does.
 */
export type FailureFinding = 'chance' | 'once' | 'more';

/** Of exchanges that would count. */
export interface FailedShare {
  readonly failed: number;
  readonly exchanges: number;
  /** The first one's; empty where none failed. */
  readonly reason: string;
}

export interface FailedExchanges extends RulePair {
  readonly ofBase: FailedShare;
  readonly ofHead: FailedShare;
  readonly finding: FailureFinding;
  /** Of all cells together, which base and head then name: a few failures in each of many are many. */
  readonly isOfAll?: true;
  /** Of cells that warnings alone are about, which fail no gate. */
  readonly isOfWarning?: true;
}

/** Each pair once, by what its failures can do to the gate. */
export interface PairsByLevel {
  readonly mayFail: readonly RulePair[];
  /** That warnings alone are about. */
  readonly warned: readonly RulePair[];
}

export function pairsByLevel(planned: readonly PlannedRule[]): PairsByLevel {
  const isWarning = new Map<string, boolean>();
  const known = new Map<string, RulePair>();
  for (const { rule, pairs } of planned)
    for (const pair of pairs) {
      const key = pairKey(pair.base, pair.head);
      known.set(key, pair);
      isWarning.set(key, rule.level === 'warn' && isWarning.get(key) !== false);
    }
  const ofWarnings = (are: boolean) =>
    [...known].flatMap(([key, pair]) => (isWarning.get(key) === are ? [pair] : []));
  return { mayFail: ofWarnings(false), warned: ofWarnings(true) };
}

/**
 * `base`: the record in which base was measured, which may be head's. All cells together come first, where
 * there are several, of warnings alone apart; pairs of which nothing failed are left out.
 */
export function failedExchanges(
  base: GateRecord,
  head: GateRecord,
  { mayFail, warned }: PairsByLevel,
): FailedExchanges[] {
  const own = [...mayFail, ...warned];
  const [inBase, inHead] = [base, head].map(({ run, samples }) => countedSamples(run, samples)) as [
    CountedSamples,
    CountedSamples,
  ];
  if (![base, head].some(({ samples }) => hasFailures(samples))) return [];
  const baseVisits = visitsIn(base, inBase, new Set(own.map((pair) => pair.base)));
  const headVisits = visitsIn(head, inHead, new Set(own.map((pair) => pair.head)));
  const questions = questionsOf(mayFail) + questionsOf(warned);
  return [...ofTogether(mayFail, 'all cells'), ...ofTogether(warned, 'all cells of warnings').map(asWarning)];

  function ofTogether(pairs: readonly RulePair[], together: string): FailedExchanges[] {
    const shares = pairs.map((pair) => ({
      ...pair,
      ofBase: failedOf(baseVisits.get(pair.base) ?? []),
      ofHead: failedOf(headVisits.get(pair.head) ?? []),
    }));
    const told = shares.filter(({ ofBase, ofHead }) => ofBase.failed + ofHead.failed > 0);
    if (told.length === 0) return [];
    const level = levelOf(head, questions);
    const each = told.map((pair) => ({
      ...pair,
      finding: findingOf(headVisits.get(pair.head) ?? [], baseVisits.get(pair.base) ?? [], level),
    }));
    if (pairs.length === 1) return each;
    const visitsOf = (side: keyof RulePair, visits: ReadonlyMap<string, readonly CellVisit[]>) =>
      blocksOf([...new Set(pairs.map((pair) => pair[side]))].flatMap((id) => visits.get(id) ?? []));
    const all = {
      base: 'base',
      head: together,
      isOfAll: true,
      ofBase: sumOf(shares.map(({ ofBase }) => ofBase)),
      ofHead: sumOf(shares.map(({ ofHead }) => ofHead)),
      finding: findingOf(visitsOf('head', headVisits), visitsOf('base', baseVisits), level),
    } as const;
    return [all, ...each];
  }
}

function asWarning(failed: FailedExchanges): FailedExchanges {
  return { ...failed, isOfWarning: true };
}

/** Each pair is asked about, and several together. */
function questionsOf({ length }: readonly RulePair[]): number {
  return length > 1 ? length + 1 : length;
}

/**
 * Of one of so many questions: as the near end of an interval has it, at the latest look, so that all of them
 * and all looks of a gate share what it may err.
 */
function levelOf({ run }: GateRecord, questions: number): number {
  return looksTaken(run, []).at(-1)!.alpha / 2 / questions;
}

function sumOf(shares: readonly FailedShare[]): FailedShare {
  return {
    failed: shares.reduce((sum, { failed }) => sum + failed, 0),
    exchanges: shares.reduce((sum, { exchanges }) => sum + exchanges, 0),
    reason: shares.find(({ failed }) => failed > 0)?.reason ?? '',
  };
}

function hasFailures({ outcome, length }: SampleTable): boolean {
  for (let row = 0; row < length; row++) if (outcome[row] !== COMPLETED) return true;
  return false;
}

function failedOf(visits: readonly CellVisit[]): FailedShare {
  const all = visits.flatMap(({ failed }) => failed);
  const reason = visits.find((visit) => visit.reason !== '')?.reason ?? '';
  return { failed: all.filter((isFailed) => isFailed).length, exchanges: all.length, reason };
}

/** One cell's exchanges in one block. */
export interface Visit {
  readonly session: number;
  readonly startMs: number;
  /** Of each that would count, in their order. */
  readonly failed: readonly boolean[];
}

interface CellVisit extends Visit {
  readonly cell: string;
  readonly block: number;
  readonly failed: boolean[];
  /** Of the first that failed; empty where none did. */
  reason: string;
}

function visitsIn(
  { samples: table }: GateRecord,
  { sessions }: CountedSamples,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, readonly CellVisit[]> {
  const placeOf = countingPlace(sessions, table);
  const isAsked = table.cellIds.map((id) => ids.has(id));
  const found = new Map<string, CellVisit>();
  for (let row = 0; row < table.length; row++) {
    const cell = table.cell[row]!;
    const isFailed = table.outcome[row] !== COMPLETED;
    if (!isAsked[cell] || table.warmup[row] === 1) continue;
    // One that was to settle and hung ended its block: those that would count never came.
    if (table.settling[row] === 1 && !isFailed) continue;
    if (placeOf(row) === undefined) continue;
    const [session, block] = [table.session[row]!, table.block[row]!];
    const key = `${cell} ${session} ${block}`;
    let visit = found.get(key);
    if (visit === undefined) {
      const startMs = table.numbers.startMs[row]!;
      visit = { cell: table.cellIds[cell]!, session, block, startMs, failed: [], reason: '' };
      found.set(key, visit);
    }
    visit.failed.push(isFailed);
    if (isFailed && visit.reason === '') visit.reason = table.reasons.get(row) ?? '';
  }
  return Map.groupBy(found.values(), ({ cell }) => cell);
}

/** What happens to one cell in a block happens to its neighbours there: as one visit to all of them. */
function blocksOf(visits: readonly CellVisit[]): readonly Visit[] {
  const blocks = Map.groupBy(visits, ({ session, block }) => `${session} ${block}`);
  return [...blocks.values()].map((some) => ({
    session: some[0]!.session,
    startMs: some[0]!.startMs,
    failed: some.flatMap(({ failed }) => failed),
  }));
}

/** `level`: how often it may say of two that fail alike often that the first does more often. */
export function findingOf(head: readonly Visit[], base: readonly Visit[], level: number): FailureFinding {
  // In a longer visit more can fail: as many exchanges are looked at as the visits of both have.
  const shared = Math.min(longest(head), longest(base));
  const failing = (visits: readonly Visit[]) =>
    visits.filter(({ failed }) => failed.slice(0, shared).includes(true)).length;
  const ofBase = { marked: failing(base), of: base.length };
  const isMore = (visits: readonly Visit[]) =>
    chanceOfSoMany({ marked: failing(visits), of: visits.length }, ofBase) <= level;
  if (!isMore(head)) return 'chance';
  const [, ...others] = stretchesOf(head).toSorted((a, b) => failing(b) - failing(a));
  return isMore(others.flat()) ? 'more' : 'once';
}

function longest(visits: readonly Visit[]): number {
  return visits.reduce((most, { failed }) => Math.max(most, failed.length), 0);
}

const QUARTERS = 4;

/** What may have been disturbed as a whole. */
function stretchesOf(visits: readonly Visit[]): Visit[][] {
  const sessions = [...Map.groupBy(visits, ({ session }) => session).values()];
  if (sessions.length > 1) return sessions;
  const inOrder = visits.toSorted((a, b) => a.startMs - b.startMs);
  const each = Math.ceil(inOrder.length / QUARTERS);
  return Array.from({ length: QUARTERS }, (_, at) => inOrder.slice(at * each, (at + 1) * each));
}

/** `31 of 400 exchanges failed: the target answered 503; of json base none of 400` */
export function sayFailedExchanges({ base, ofBase, ofHead }: FailedExchanges): string {
  const failures = ({ failed }: FailedShare) => (failed === 0 ? 'none' : grouped(failed, 0));
  const why = ({ reason }: FailedShare) => (reason === '' ? '' : `: ${reason}`);
  return `${failures(ofHead)} of ${count(ofHead.exchanges, 'exchange')} failed${why(ofHead)}; of ${base} ${failures(ofBase)} of ${grouped(ofBase.exchanges, 0)}${why(ofBase)}`;
}
