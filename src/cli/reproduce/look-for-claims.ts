// What a study of a reproduction goes on for. A claim is decided once none of its ratios is open, so claims
// come first all of whose open ratios more sessions decide, those that take least before others, and then
// single ratios. What shares sessions takes the time of all that is in them, so only what fits together is.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { type ClaimResult, type MeasuredStudy, results } from '../../report/results/results.ts';
import { studyHead } from '../../report/results/study-head.ts';
import { type lookAt, summaryOf } from '../../run/look.ts';
import type { Study } from '../../study/study.ts';
import { decidingTogetherMs } from '../../summary/claims/deciding-time.ts';
import { standsInForTime } from '../../summary/claims/measuring-time.ts';
import { openQuestions } from '../../summary/comparisons/open-questions.ts';
import type { Summary } from '../../summary/summary.ts';

/**
 * `study`: all of it, as its file has it. `leftMs`: for its sessions, at this moment; first asked when there
 * are enough of them to foresee anything. `first`: the ratios for which the time is given.
 */
export function lookForClaims(
  study: Study,
  leftMs: () => number,
  first: readonly string[] = [],
): typeof lookAt {
  return async (run, dir) => {
    const summary = await summaryOf(run, dir);
    const record = { run, summary };
    const isShort = finishedRotations(run) < FEWEST_SESSIONS;
    const wanted = wantedRatios(claimsOf(study, record), {
      leftMs: isShort ? 0 : leftMs(),
      isShort,
      withheld: withheldBy(summary),
      togetherMs: togetherIn(record),
      first,
    });
    // A full run compares more, which is told and not gone on for.
    const asked = { ...run, study: { ...run.study, comparisons: [] } };
    return openQuestions(asked, summary, (id) => wanted.has(id) && !standsIn(run, id));
  };
}

/** Of the ratios that count for their claims. */
export function openRatios(study: Study, record: MeasuredStudy): ReadonlySet<string> {
  return idsOf(claimsOf(study, record).flatMap(openOf));
}

export function claimsOf(study: Study, record: MeasuredStudy): readonly ClaimResult[] {
  return results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims;
}

/** What more sessions may clear: an alarm of the twin. */
function withheldBy({ claims }: Summary): ReadonlySet<string> {
  return new Set(claims.filter(({ answered }) => answered?.openBecause === 'twin').map(({ id }) => id));
}

/** More of a stand-in tells less of the claim than its own cells would, which are in no session here. */
export function standsIn(run: RunFile, id: string): boolean {
  const claim = run.study.claims.find((one) => one.id === id);
  return claim !== undefined && standsInForTime(run, claim);
}

/**
 * Ratios → about the wall time that decides all of them in the same sessions of a record; null where none of
 * its sessions does, or nobody knows when.
 */
export type TogetherMs = (ids: readonly string[]) => number | null;

/** What was not measured at all, or by what stands in alone, is in no session of this record. */
export function togetherIn({ run, summary }: MeasuredStudy): TogetherMs {
  const found = new Map(summary.claims.map((claim) => [claim.id, claim]));
  return (ids) => {
    const claims = ids.flatMap((id) => (standsIn(run, id) ? [] : (found.get(id) ?? [])));
    return claims.length < ids.length ? null : decidingTogetherMs(run, claims);
  };
}

/** Open ratios that are gone on with together. */
export interface Turn {
  readonly ids: readonly string[];
  /** What they take, ms. */
  readonly ms: number;
  /** They decide their claim: no ratio of it is open then that this record was asked. */
  readonly isWhole: boolean;
}

/**
 * Claims all of whose open ratios can be foreseen, those that take least before others; then each ratio by
 * itself, for where there is no time for its whole claim or nobody knows what that takes.
 */
export function openInTurn(claims: readonly ClaimResult[], togetherMs: TogetherMs): readonly Turn[] {
  const turnOf = (ids: readonly string[], isWhole: boolean): readonly Turn[] => {
    const ms = ids.length === 0 ? null : togetherMs(ids);
    return ms === null ? [] : [{ ids, ms, isWhole }];
  };
  const turns = claims.flatMap((claim) => {
    const ids = openOf(claim).flatMap(({ id, unasked }) => (unasked === true ? [] : [id]));
    return [...turnOf(ids, true), ...ids.flatMap((id) => turnOf([id], false))];
  });
  return turns.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.ms - b.ms);
}

interface LeftTime {
  readonly leftMs: number;
  /** There are too few sessions to foresee anything. */
  readonly isShort: boolean;
  /** Ratios whose verdict an alarm holds back. */
  readonly withheld: ReadonlySet<string>;
  readonly togetherMs: TogetherMs;
  /** The ratios for which the time is given, before all others. */
  readonly first?: readonly string[];
}

/**
 * What deciding takes is foreseen by how much a few sessions scattered, which may have been twice of what
 * more of them do.
 */
export const PATIENCE = 2;

/** A session that took longer than the others is cut where there is no room for it, and decides nothing. */
export const ROOM_TO_DECIDE = 1.5;

/**
 * The first of what is open in turn that is decided in the time that is left, and after it whatever has room
 * in the same sessions beside it. Empty where nothing more is decided.
 */
export function wantedRatios(
  claims: readonly ClaimResult[],
  { leftMs, isShort, withheld, togetherMs, first = [] }: LeftTime,
): ReadonlySet<string> {
  const open = claims.flatMap(openOf);
  if (isShort) return idsOf(open);
  const turns = openInTurn(claims, togetherMs);
  const isFirst = ({ ids }: Turn) => ids.some((id) => first.includes(id));
  const wanted: string[] = [];
  for (const { ids } of [...turns.filter(isFirst), ...turns.filter((turn) => !isFirst(turn))]) {
    const more = ids.filter((id) => !wanted.includes(id));
    const ms = togetherMs([...wanted, ...more]);
    const mostMs = wanted.length === 0 ? PATIENCE * leftMs : leftMs / ROOM_TO_DECIDE;
    if (ms !== null && ms <= mostMs) wanted.push(...more);
  }
  const held = open.filter(({ id, measured }) => measured !== null && withheld.has(id) && leftMs > 0);
  return new Set([...wanted, ...idsOf(held)]);
}

function openOf({ ratios }: ClaimResult): ClaimResult['ratios'] {
  return ratios.filter(({ standing, ours }) => standing === 'undecided' && ours !== true);
}

function idsOf(ratios: ClaimResult['ratios']): ReadonlySet<string> {
  return new Set(ratios.map(({ id }) => id));
}
