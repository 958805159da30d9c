// What is left of the time goes where it decides something: first to studies that have fewer sessions than
// any answer needs, then to the open claims that it is enough for, those that take least first, and last to
// single ratios of claims that it is not enough for.

import { listed } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { aroundMs } from '../../plan/sessions/wall-costs.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import type { MeasuredStudy } from '../../report/results/results.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { decidingTimeMs } from '../../summary/claims/deciding-time.ts';
import { measuringTimeMs } from '../../summary/claims/measuring-time.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { claimsAskedAgain } from './further-records.ts';
import { keptRecord } from './kept-records.ts';
import type { Folder } from './look-ahead.ts';
import {
  claimsOf,
  openInTurn,
  openRatios,
  PATIENCE,
  ROOM_TO_DECIDE,
  standsIn,
  type Turn,
  togetherIn,
} from './look-for-claims.ts';
import { goOn, type Surroundings, whyNot } from './one-study.ts';
import { sayLeft } from './spent-time.ts';

/**
 * What is gone on with: studies with `too few sessions`; with them `claims` as a whole; `any`: single ratios
 * too; `last`: where nothing else fits, also what may be decided in what is left.
 */
export type WhichWishes = 'too few sessions' | 'claims' | 'any' | 'last';

/**
 * Study folder and ratio → what was given for it so far, ms. A ratio near the border of its margin is
 * foreseen to be decided soon each time, and never is: each time it is asked for, it comes after those that
 * all together take less.
 */
export type AskedTimes = Map<string, number>;

export interface MoreTime {
  readonly which: WhichWishes;
  /** Added to. */
  readonly asked: AskedTimes;
  /** Of all studies, at this moment; absent: what there is for this. */
  readonly leftOfAllMs?: () => number;
}

/** `leftMs`: for this, at this moment. */
export async function decideMore(
  folders: readonly Folder[],
  leftMs: () => number,
  surroundings: Surroundings,
  { which, asked, leftOfAllMs = leftMs }: MoreTime,
): Promise<void> {
  const { host } = surroundings;
  const going = new Set(folders);
  while (!host.interrupted.aborted) {
    const next = await cheapestWish([...going], leftMs(), which, asked);
    if (next === null) return;
    const { folder, budgetMs, ratios } = next;
    const what = `${folder.study.name} goes on for ${sayDuration(budgetMs)}: ${listed(ratios)}`;
    host.err(`${what} · ${sayLeft(leftOfAllMs())}\n`);
    const ofAll = { place: folder.study.name, laterMs: Math.max(0, leftOfAllMs() - budgetMs) };
    const before = countSessions(folder);
    for (const key of ratios.map((id) => askedKey(folder, id)))
      asked.set(key, (asked.get(key) ?? 0) + budgetMs);
    const reason = await whyNot(folder, surroundings, () =>
      goOn(folder, { budgetMs, precision: null }, ofAll, surroundings, { first: ratios }),
    );
    // What had no time for a session would not have it the next time either.
    if (reason !== '' || countSessions(folder) === before) going.delete(folder);
  }
}

export interface Wish {
  readonly folder: Folder;
  /** What these ratios take, and what a run takes around its sessions. */
  readonly budgetMs: number;
  /** What these ratios take, as it is foreseen. */
  readonly takesMs: number;
  /** What was given for them so far. */
  readonly spentMs: number;
  readonly ratios: readonly string[];
  /** They decide a claim. */
  readonly isWhole: boolean;
  /** Its study has fewer sessions than any answer needs. */
  readonly isShort: boolean;
}

async function cheapestWish(
  folders: readonly Folder[],
  leftMs: number,
  which: WhichWishes,
  asked: AskedTimes,
): Promise<Wish | null> {
  const wishes: Wish[] = [];
  for (const folder of folders) wishes.push(...(await wishesOf(folder, leftMs, which === 'last', asked)));
  return firstWish(wishes, which);
}

/** Of those that are meant the one that comes before all others; null where there is none. */
export function firstWish(wishes: readonly Wish[], which: WhichWishes = 'any'): Wish | null {
  const isMeant = ({ isShort, isWhole }: Wish) =>
    isShort || (which === 'claims' ? isWhole : which !== 'too few sessions');
  const inAllMs = ({ takesMs, spentMs }: Wish) => takesMs + spentMs;
  const order = wishes
    .filter(isMeant)
    .toSorted(
      (a, b) =>
        Number(b.isShort) - Number(a.isShort) ||
        Number(b.isWhole) - Number(a.isWhole) ||
        inAllMs(a) - inAllMs(b),
    );
  return order[0] ?? null;
}

/** What is open in a study and can be decided in what is left. */
async function wishesOf(
  folder: Folder,
  leftMs: number,
  isLast: boolean,
  asked: AskedTimes,
): Promise<readonly Wish[]> {
  if (keptRecord(folder.dir)?.status !== 'complete') return [];
  const record = await readRecord(folder.dir);
  const { run } = record;
  const again = claimsAskedAgain(folder.dir);
  const isShort = finishedRotations(run) < FEWEST_SESSIONS;
  const budgetOf = (ms: number) => Math.ceil(aroundMs(run.plan.cells) + ROOM_TO_DECIDE * ms);
  // Nothing else has a use for what is left in the end, and sessions without decided cells are shorter.
  const isPossible = ({ ms }: Turn) =>
    budgetOf(ms) <= leftMs || (isLast && ms <= PATIENCE * leftMs && budgetOf(0) < leftMs / 2);
  const togetherMs = togetherIn(record);
  const turns = isShort
    ? missingSessions(folder, record, again, isPossible)
    : openInTurn(claimsOf(folder.study, record), (ids) =>
        ids.some((id) => again.has(id)) ? null : togetherMs(ids),
      ).filter(isPossible);
  return turns.map(({ ids, ms, isWhole }) => {
    const spentMs = Math.max(...ids.map((id) => asked.get(askedKey(folder, id)) ?? 0));
    const budgetMs = Math.min(budgetOf(ms), Math.floor(leftMs));
    return { folder, budgetMs, takesMs: ms, spentMs, ratios: ids, isWhole, isShort };
  });
}

/** All ratios that are open wait for the same sessions. */
function missingSessions(
  { study }: Folder,
  record: MeasuredStudy,
  again: ReadonlySet<string>,
  isPossible: (turn: Turn) => boolean,
): readonly Turn[] {
  const { run, summary } = record;
  const open = openRatios(study, record);
  const waiting = summary.claims.flatMap((claim): readonly Turn[] => {
    const ms = !open.has(claim.id) || again.has(claim.id) ? null : takesMs(run, claim);
    return ms === null ? [] : [{ ids: [claim.id], ms, isWhole: true }];
  });
  const possible = waiting.filter(isPossible);
  if (possible.length === 0) return [];
  const ids = possible.flatMap((turn) => turn.ids);
  return [{ ids, ms: Math.max(...possible.map(({ ms }) => ms)), isWhole: true }];
}

function askedKey({ dir }: Folder, claim: string): string {
  return `${dir} ${claim}`;
}

/**
 * Before the first rotation nothing is known of its sessions but what was planned. null where no session of
 * this record decides it.
 */
export function takesMs(run: RunFile, found: ClaimSummary): number | null {
  if (standsIn(run, found.id)) return null;
  if (finishedRotations(run) > 0) return decidingTimeMs(run, found);
  const asked = run.study.claims.find(({ id }) => id === found.id);
  return asked === undefined ? null : measuringTimeMs(run, [asked]);
}

/** One that was cut decides nothing. */
function countSessions({ dir }: Folder): number {
  return keptRecord(dir)?.sessions.filter(({ status }) => status === 'complete').length ?? 0;
}
