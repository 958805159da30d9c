// The published studies, run again, as one page: claim by claim what was published, what came out and, where
// that differs, why. Made from the records alone; results that were not measured say why.

import { count, plural } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import type { RunFile } from '../../record/record.ts';
import { claimCause } from '../../summary/claims/claim-cause.ts';
import type { ClaimSummary, ClaimVerdict } from '../../summary/claims/claim-summary.ts';
import { decidingTimeMs } from '../../summary/claims/deciding-time.ts';
import { isPartOfTime, measuringTimeMs, standsInForTime } from '../../summary/claims/measuring-time.ts';
import type { Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { isProvisional, isSoFar, publishedRange } from '../words/published.ts';
import { sayMachines, sayRecords } from './facts.ts';
import { measuredFigure, publishedFigure, sayConstantBytes, sayPredicted, tablesBeneath } from './figures.ts';
import { sayHiddenPairs } from './hidden-pairs.ts';
import { sayDeciding } from './sentences.ts';
import {
  STANDINGS,
  type Standing,
  type Stands,
  sayCounts,
  standingOfClaim,
  toldStanding,
} from './standings.ts';
import { type ClaimHead, type RatioHead, ratioSays, type StudyHead } from './study-head.ts';
import { sayCause } from './why.ts';

export interface StudyResult {
  readonly head: StudyHead;
  /** null where there is none. */
  readonly record: MeasuredStudy | null;
  /** Of claims that the record had no time for, measured later; absent: there are none. */
  readonly further?: readonly MeasuredStudy[];
  /** Why there is no record, or why it holds less than it could; empty where it is whole. */
  readonly missing: string;
  /** Claim or ratio that its records were not asked → what it takes, ms; absent: they were asked all. */
  readonly unaskedMs?: ReadonlyMap<string, number | null>;
}

export interface MeasuredStudy {
  readonly run: RunFile;
  readonly summary: Summary;
}

export interface Results {
  readonly claims: number;
  /** How many claims stand how. */
  readonly standings: Readonly<Record<Standing, number>>;
  /** What deciding the others takes; empty where all are decided. */
  readonly deciding: readonly string[];
  /** On which machines, and when. */
  readonly machines: readonly string[];
  readonly studies: readonly StudySection[];
}

export interface StudySection extends Omit<StudyHead, 'claims'> {
  readonly facts: readonly string[];
  readonly missing: string;
  readonly standIns: readonly string[];
  readonly claims: readonly ClaimResult[];
  /** Published bytes with ours beside them, and the best by each figure that the study names. */
  readonly tables: readonly AdviceTable[];
}

export interface ClaimResult extends Stands {
  readonly id: string;
  readonly says: string;
  readonly reading: string;
  /** `2 of 3 replicated`; empty where all its ratios stand alike. */
  readonly counts: string;
  /** `3 of 14 pairs`, of all its ratios, of which it was measured; empty where that is all, or nothing. */
  readonly pairs: string;
  /** Wall time that would decide it, ms; null where it is decided or nobody knows. */
  readonly decidingMs: number | null;
  readonly ratios: readonly RatioResult[];
}

/** An answer that rests on fewer than four sessions is none yet. */
export interface RatioResult extends Stands {
  readonly id: string;
  /** Empty where the claim is one ratio. */
  readonly says: string;
  readonly reading: string;
  readonly published: string;
  readonly measured: readonly [figure: string, interval: string] | null;
  /** `8 of 9 pairs replicated, 1 of 9 opposite`, where it is in part; else empty. */
  readonly counts: string;
  /** `1 of 4 pairs`, of which it was measured; empty where that is all, or nothing. */
  readonly pairs: string;
  /** Where it differs from what was published, what makes it so; where it is undecided, what is missing. */
  readonly why: string;
  /** What stood in, and what was left out. */
  readonly note: string;
  /** Wall time that would decide it, or measure it at all, ms; null where it is decided or nobody knows. */
  readonly decidingMs: number | null;
  /** The source did not ask it. */
  readonly ours?: true;
  /** No record was asked it. */
  readonly unasked?: true;
}

export function results(studies: readonly StudyResult[]): Results {
  const sections = studies.map(studySection);
  const claims = sections.flatMap((section) => section.claims);
  const standings = Object.fromEntries(
    STANDINGS.map((standing) => [standing, claims.filter((claim) => claim.standing === standing).length]),
  ) as Record<Standing, number>;
  return {
    claims: claims.length,
    standings,
    deciding: sayDeciding(sections),
    machines: sayMachines(studies),
    studies: sections,
  };
}

function studySection(study: StudyResult): StudySection {
  const { head, record, further = [], missing, unaskedMs } = study;
  const { name, title, source } = head;
  const records = record === null ? [] : [record, ...further];
  return {
    name,
    title,
    source,
    facts: sayRecords(study),
    missing,
    standIns: record?.run.study.standIns ?? [],
    claims: head.claims.map((claim) => claimResult(claim, records, unaskedMs)),
    tables: record === null ? [] : tablesBeneath(record),
  };
}

/**
 * The record that measured most of its pairs on enough sessions, the first of those that are alike: which one
 * it is does not depend on what it says, and one that was cut off or says nothing takes no answer back.
 */
function recordOf(id: string, records: readonly MeasuredStudy[]): MeasuredStudy | null {
  const pairs = ({ run, summary }: MeasuredStudy) => {
    const found = summary.claims.find((claim) => claim.id === id);
    const asked = run.study.claims.find((claim) => claim.id === id);
    if (found === undefined || asked === undefined || found.measured === null) return 0;
    if (standsInForTime(run, asked)) return 0.5;
    const { answered } = found;
    return answered?.provisional === true || answered?.openBecause === 'twin' ? 0.25 : found.pairs.length;
  };
  return records.toSorted((a, b) => pairs(b) - pairs(a))[0] ?? null;
}

/** What the source did not ask, nor the record, stands nowhere: nobody owes an answer to it. */
function claimResult(
  { ratios: all, ...words }: ClaimHead,
  records: readonly MeasuredStudy[],
  unaskedMs: ReadonlyMap<string, number | null> = new Map(),
): ClaimResult {
  const isAsked = (id: string) =>
    records.some(({ run }) => run.study.claims.some((claim) => claim.id === id));
  const ratios = all.filter(({ id, ours }) => ours !== true || isAsked(id));
  const found = ratios.map((ratio) => ({ ratio, record: recordOf(ratio.id, records) }));
  const rows = found.map(({ ratio, record }) => ratioResult(ratio, record, unaskedMs));
  const isTheirs = ratios.map(({ ours }) => ours !== true);
  const counted = rows.filter((_, index) => isTheirs[index]);
  const theirs = found.filter((_, index) => isTheirs[index]);
  const theirRecords = theirs.map(({ record }) => record);
  return {
    ...words,
    ...standingOfClaim(counted),
    counts: sayCounts(counted.map(toldStanding)),
    pairs: sayPairs(theirs.flatMap(({ ratio, record }) => summaryOf(ratio.id, record) ?? [])),
    decidingMs: counted.every(({ unasked }) => unasked)
      ? (unaskedMs.get(words.id) ?? null)
      : decidingMsTogether(counted, theirRecords),
    ratios: rows,
  };
}

/**
 * When the last of its open ratios is, if each stays where it is: sessions hold what is open together. null
 * where nobody can say of one.
 */
function decidingMsTogether(
  rows: readonly RatioResult[],
  records: readonly (MeasuredStudy | null)[],
): number | null {
  const open = rows.filter(({ standing }) => standing === 'undecided');
  const timesMs = open.flatMap(({ decidingMs }) => decidingMs ?? []);
  if (timesMs.length === 0 || timesMs.length < open.length) return null;
  // Each is measured with those that lack in the same record, and a further record knows its own claims
  // alone.
  const lacking = open.filter(({ measured, soFar }) => measured === null || soFar !== null);
  const ids = new Set(lacking.map(({ id }) => id));
  const measuringMs = [...new Set(records)].map((record) => {
    const claims = record?.run.study.claims.filter(({ id }) => ids.has(id)) ?? [];
    return record === null || claims.length === 0 ? 0 : (measuringTimeMs(record.run, claims) ?? 0);
  });
  return Math.max(...timesMs, ...measuringMs);
}

const STANDING_OF: Readonly<Record<ClaimVerdict, Standing>> = {
  replicated: 'replicated',
  'not replicated': 'not replicated',
  opposite: 'opposite',
  'in part': 'in part',
  open: 'undecided',
};

function standsAs(found: ClaimSummary): Stands {
  const standing = isProvisional(found) ? 'undecided' : STANDING_OF[found.verdict];
  return standing !== 'undecided' && isSoFar(found)
    ? { standing: 'undecided', soFar: standing }
    : { standing, soFar: null };
}

/** Why a whole study was not measured stands above its claims. */
function ratioResult(
  head: RatioHead,
  record: MeasuredStudy | null,
  unaskedMs: ReadonlyMap<string, number | null>,
): RatioResult {
  const { id, says, reading } = head;
  const found = summaryOf(id, record);
  // What it was judged by, should its file have changed since.
  const asked = head.ours === true ? { ours: true as const } : {};
  const words = { id, says, reading, published: publishedRange(found ?? head), ...asked };
  if (record === null || found === undefined) {
    const untold = { measured: null, counts: '', pairs: '', note: '', soFar: null };
    const unasked =
      record === null ? { why: '' } : { why: 'not asked in this record', unasked: true as const };
    return { ...words, ...untold, ...unasked, standing: 'undecided', decidingMs: unaskedMs.get(id) ?? null };
  }
  // A record's claim has the words of its file, unless that asks for something else by now.
  const claim = record.run.study.claims.find((one) => one.id === id)!;
  const measuringMs = isPartOfTime(record.run, claim) ? measuringTimeMs(record.run, [claim]) : null;
  const instead = standsInForTime(record.run, claim) && decidingTimeMs(record.run, found) !== null;
  const stands = standsAs(found);
  const isUnmeasured = found.measured === null || instead || stands.soFar !== null;
  const decidingMs = isUnmeasured ? measuringMs : decidingTimeMs(record.run, found);
  return {
    ...words,
    says: ratioSays(claim),
    published: publishedFigure(found, claim, record),
    measured: measuredFigure(found, claim, record),
    ...stands,
    counts: stands.standing === 'in part' ? sayPairCounts(found) : '',
    pairs: sayPairs([found]),
    why: instead ? sayAsPublished(measuringMs!) : sayWhy(record, found, decidingMs),
    note:
      found.measured === null
        ? sayPredicted(found)
        : sayNote(found, sayConstantBytes(found, claim, record), instead ? null : measuringMs),
    decidingMs,
  };
}

function summaryOf(id: string, record: MeasuredStudy | null): ClaimSummary | undefined {
  return record?.summary.claims.find((claim) => claim.id === id);
}

function sayPairs(all: readonly ClaimSummary[]): string {
  const measured = all.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const wanted = all.reduce((sum, { pairs, pairsWanted }) => sum + (pairsWanted ?? pairs.length), 0);
  return measured === 0 || measured === wanted ? '' : `${measured} of ${count(wanted, 'pair')}`;
}

function sayPairCounts({ pairs }: ClaimSummary): string {
  const standings = pairs.flatMap(({ verdict }) => (verdict === undefined ? [] : [STANDING_OF[verdict]]));
  return sayCounts(standings, ` ${plural(pairs.length, 'pair', 'pairs')}`);
}

/** Nothing of what came out as published. */
function sayWhy({ run, summary }: MeasuredStudy, found: ClaimSummary, decidingMs: number | null): string {
  if (found.verdict === 'open' || isProvisional(found)) return sayOpen(found, decidingMs);
  if (found.verdict === 'replicated' || (found.verdict === 'in part' && isInRange(found))) return '';
  const claim = run.study.claims.find(({ id }) => id === found.id)!;
  return sayCause(claimCause(run, summary, claim, found.pairs), found, { run, summary });
}

/** The mean of all pairs, whatever single ones say. */
function isInRange({ measured, published: [low, high] }: ClaimSummary): boolean {
  return measured! >= (low ?? 0) && measured! <= (high ?? Number.POSITIVE_INFINITY);
}

function sayNote(found: ClaimSummary, bytes: string, measuringMs: number | null): string {
  const { note } = found;
  const all = measuringMs === null ? [] : [`all that it is about takes about ${sayRoughly(measuringMs)}`];
  return [bytes, sayHiddenPairs(found), note, ...all, sayPredicted(found)]
    .filter((text) => text !== '')
    .join('; ');
}

/** More of the stand-in would tell less of the claim than the cells that it is about. */
function sayAsPublished(measuringMs: number): string {
  return `open on what stands in; its own cells are not in this record, and about ${sayRoughly(measuringMs)} would measure them`;
}

function sayOpen(found: ClaimSummary, decidingMs: number | null): string {
  const { measured, note, answered, verdict } = found;
  if (measured === null && decidingMs !== null)
    return `not in this record: ${note}; about ${sayRoughly(decidingMs)} would measure it`;
  if (measured === null) return note.startsWith('not measured') ? note : `not measured: ${note}`;
  if (answered?.openBecause === 'clock') return 'the clock’s steps hide it, however long it is measured';
  // Its note says which, and why.
  if (answered?.openBecause === 'twin') return '';
  const [what, then] = answered?.provisional
    ? [`${verdict} so far, on fewer than four sessions`, 'makes four']
    : ['the interval leaves it open', 'would tell'];
  return decidingMs === null ? what : `${what}; about ${sayRoughly(decidingMs)} more ${then}`;
}
