// What a record had no time for is measured into one of its own beside it, `STUDY+2`, as soon as there is
// time: sessions of another design are not to be mixed with its own, and what it has answered stays.

import { sayDuration } from '../../base/figures/times.ts';
import { canRun, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { isPartOfTime, measuringTimeMs } from '../../summary/claims/measuring-time.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { furtherDirs, keptRecord, nextDir } from './kept-records.ts';
import type { Folder } from './look-ahead.ts';
import { openRatios } from './look-for-claims.ts';
import { goOn, measureFresh, type Surroundings, whyNot } from './one-study.ts';
import { sayLeft } from './spent-time.ts';

export interface LeftOut {
  readonly claims: readonly string[];
  readonly budgetMs: number;
}

/** What there was no time for, of claims of which nothing was measured, of open ones, of all others. */
export const LEFT_OUT = ['unmeasured', 'open', 'decided'] as const;
export type WhichLeftOut = (typeof LEFT_OUT)[number];

/** Goes on with further records that were cut off. */
export async function finishFurther(
  folders: readonly Folder[],
  leftMs: () => number,
  surroundings: Surroundings,
): Promise<void> {
  const { host } = surroundings;
  for (const folder of folders) {
    const place = folder.study.name;
    for (const dir of furtherDirs(folder.dir)) {
      if (host.interrupted.aborted) return;
      if (keptRecord(dir)?.status === 'complete') continue;
      await whyNot({ dir }, surroundings, () =>
        goOn(
          { ...folder, dir },
          { budgetMs: null, precision: null },
          { place, laterMs: Math.max(0, leftMs()) },
          surroundings,
        ),
      );
    }
  }
}

/** Begins those that there is time for. */
export async function measureLeftOut(
  folders: readonly Folder[],
  leftMs: () => number,
  surroundings: Surroundings,
  which: WhichLeftOut,
): Promise<void> {
  const { host } = surroundings;
  const laterMs = (ownMs: number) => Math.max(0, leftMs() - ownMs);
  for (const folder of folders) {
    if (host.interrupted.aborted) return;
    const place = folder.study.name;
    // A record that measures more pairs stands for a decided claim from then on: it must have the time to
    // decide it again.
    const next = await leftOutOf(folder, which === 'decided' ? leftMs() / 2 : leftMs(), which);
    if (next === null) continue;
    const { claims, budgetMs } = next;
    const what = `${place} goes on with what there was no time for, for ${sayDuration(budgetMs)}`;
    host.err(`${what}: ${claims.join(', ')} · ${sayLeft(leftMs())}\n`);
    const again = { ...folder, dir: nextDir(folder.dir) };
    await whyNot(again, surroundings, () =>
      measureFresh(again, budgetMs, { place, laterMs: laterMs(budgetMs) }, surroundings, { claims }),
    );
  }
}

/**
 * What it takes to measure open claims whole that are said of every pair, as many as have room together in so
 * much time, ms.
 */
export async function wholeClaimsMs(folders: readonly Folder[], withinMs: number): Promise<number> {
  let ms = 0;
  for (const folder of folders)
    ms += (await leftOutOf(folder, withinMs - ms, 'open', ({ every }) => every === true))?.budgetMs ?? 0;
  return ms;
}

async function leftOutOf(
  folder: Folder,
  forItMs: number,
  which: WhichLeftOut,
  isOfThese: (claim: Claim) => boolean = () => true,
): Promise<LeftOut | null> {
  const isMeant = await whose(folder, which);
  return leftOutBy(
    keptRecord(folder.dir),
    claimsAskedAgain(folder.dir),
    forItMs,
    (run, claim) => isOfThese(claim) && isMeant(run, claim),
    folder.study.claims,
  );
}

/** Tells which claims are meant of a study that was measured. */
async function whose(folder: Folder, which: WhichLeftOut): Promise<(run: RunFile, claim: Claim) => boolean> {
  if (which === 'unmeasured') return (run, claim) => !isAsked(run, claim) || !isMeasured(run, claim);
  if (keptRecord(folder.dir) === null) return () => false;
  const open = openRatios(folder.study, await readRecord(folder.dir));
  return (run, claim) =>
    isAsked(run, claim) && isMeasured(run, claim) && open.has(claim.id) === (which === 'open');
}

/** Claims that a further record was asked: what the first one says of them no longer stands. */
export function claimsAskedAgain(dir: string): ReadonlySet<string> {
  return new Set(
    furtherDirs(dir).flatMap((further) => keptRecord(further)?.study.claims.map(({ id }) => id) ?? []),
  );
}

/**
 * As many of the claims that are meant as the time holds together, the ones that take least first. null where
 * it holds none. `inFile`: the study's own, among which may be some that came after the record was begun.
 */
export function leftOutBy(
  run: RunFile | null,
  askedAgain: ReadonlySet<string>,
  leftMs: number,
  isMeant: (run: RunFile, claim: Claim) => boolean,
  inFile: readonly Claim[] = [],
): LeftOut | null {
  if (run === null || run.status !== 'complete') return null;
  const { claims: asked } = run.study;
  const unasked = inFile.filter(({ id, ours }) => ours !== true && asked.every((claim) => claim.id !== id));
  const costs = [...asked.filter((claim) => isPartOfTime(run, claim)), ...unasked]
    .filter((claim) => !askedAgain.has(claim.id) && isMeant(run, claim))
    .map((claim) => ({ claim, ms: measuringTimeMs(run, [claim]) ?? Infinity }))
    .toSorted((a, b) => a.ms - b.ms);
  let chosen: { readonly claims: readonly Claim[]; readonly ms: number } = { claims: [], ms: 0 };
  for (const { claim } of costs) {
    const claims = [...chosen.claims, claim];
    const ms = measuringTimeMs(run, claims);
    if (ms !== null && ms <= leftMs) chosen = { claims, ms };
  }
  if (chosen.claims.length === 0) return null;
  return { claims: chosen.claims.map(({ id }) => id), budgetMs: Math.ceil(chosen.ms) };
}

function isAsked({ study }: RunFile, { id }: Claim): boolean {
  return study.claims.some((claim) => claim.id === id);
}

/** A part of it at least, as published. */
export function isMeasured({ plan }: RunFile, claim: Claim): boolean {
  const { there, standsIn } = pairsForClaim(plan.cells, claim, canRun);
  return there.length > 0 && !standsIn;
}
