// What is left of the time goes where it decides something: first to studies that have fewer sessions than
// any answer needs, then to the open claims that it is enough for, those that take least first.

import { listed } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { aroundMs } from '../../plan/sessions/wall-costs.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { decidingTimeMs } from '../../summary/claims/deciding-time.ts';
import { measuringTimeMs } from '../../summary/claims/measuring-time.ts';
import { type ClaimSummary, FEWEST_SESSIONS } from '../../summary/summary.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { claimsAskedAgain } from './further-records.ts';
import { keptRecord } from './kept-records.ts';
import type { Folder } from './look-ahead.ts';
import { openRatios, PATIENCE, standsIn } from './look-for-claims.ts';
import { goOn, type Surroundings, whyNot } from './one-study.ts';
import { sayLeft } from './spent-time.ts';

/** What is gone on with: `last`: where nothing else fits, also what may be decided in what is left. */
export type WhichWishes = 'too few sessions' | 'any' | 'last';

/**
 * Study folder and claim → what was given for it so far, ms. A ratio near the border of its margin is
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
    const { folder, budgetMs, claims } = next;
    const what = `${folder.study.name} goes on for ${sayDuration(budgetMs)}: ${listed(claims)}`;
    host.err(`${what} · ${sayLeft(leftOfAllMs())}\n`);
    const ofAll = { place: folder.study.name, laterMs: Math.max(0, leftOfAllMs() - budgetMs) };
    const before = countSessions(folder);
    for (const key of claims.map((id) => askedKey(folder, id)))
      asked.set(key, (asked.get(key) ?? 0) + budgetMs);
    const reason = await whyNot(folder, surroundings, () =>
      goOn(folder, { budgetMs, precision: null }, ofAll, surroundings),
    );
    // What had no time for a session would not have it the next time either.
    if (reason !== '' || countSessions(folder) === before) going.delete(folder);
  }
}

/** A session that took longer than the others is cut where there is no room for it, and decides nothing. */
const ROOM = 1.5;

export interface Wish {
  readonly folder: Folder;
  /** What these claims take, and what a run takes around its sessions. */
  readonly budgetMs: number;
  /** What these claims take, as it is foreseen, and what was given for the cheapest of them so far. */
  readonly takesMs: number;
  readonly claims: readonly string[];
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
  for (const folder of folders) wishes.push(...(await wishOf(folder, leftMs, which === 'last', asked)));
  return firstWish(wishes.filter(({ isShort }) => isShort || which !== 'too few sessions'));
}

export function firstWish(wishes: readonly Wish[]): Wish | null {
  const order = wishes.toSorted((a, b) => Number(b.isShort) - Number(a.isShort) || a.takesMs - b.takesMs);
  return order[0] ?? null;
}

/** The open claims of a study that can be decided in what is left; none where there is none. */
async function wishOf(
  folder: Folder,
  leftMs: number,
  isLast: boolean,
  asked: AskedTimes,
): Promise<readonly Wish[]> {
  if (keptRecord(folder.dir)?.status !== 'complete') return [];
  const { run, summary } = await readRecord(folder.dir);
  const again = claimsAskedAgain(folder.dir);
  const open = openRatios(folder.study, { run, summary });
  const takes = summary.claims.flatMap((claim) => {
    const { id } = claim;
    const ms = !open.has(id) || again.has(id) ? null : takesMs(run, claim);
    return ms === null ? [] : [{ id, ms, spentMs: asked.get(askedKey(folder, id)) ?? 0 }];
  });
  const isShort = finishedRotations(run) < FEWEST_SESSIONS;
  const budgetOf = (ms: number) => Math.ceil(aroundMs(run.plan.cells) + ROOM * ms);
  // Nothing else has a use for what is left in the end, and sessions without decided cells are shorter.
  const isPossible = (ms: number) =>
    budgetOf(ms) <= leftMs || (isLast && ms <= PATIENCE * leftMs && budgetOf(0) < leftMs / 2);
  const fitting = takes.filter(({ ms }) => isPossible(ms));
  if (fitting.length === 0) return [];
  // All of them wait for the sessions that are missing; else each has what it takes, and the next is looked
  // at then.
  const { ms, spentMs } = isShort ? fitting.toSorted((a, b) => b.ms - a.ms)[0]! : cheapestClaim(fitting)!;
  const claims = fitting.filter((one) => one.ms <= ms).map(({ id }) => id);
  const budgetMs = Math.min(budgetOf(ms), Math.floor(leftMs));
  return [{ folder, budgetMs, takesMs: ms + spentMs, claims, isShort }];
}

/** `spentMs`: what was given for it so far. */
export function cheapestClaim<Claim extends { readonly ms: number; readonly spentMs: number }>(
  claims: readonly Claim[],
): Claim | undefined {
  return claims.toSorted((a, b) => a.ms + a.spentMs - (b.ms + b.spentMs))[0];
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
