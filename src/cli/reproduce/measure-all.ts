// Study after study: what is finished is kept, what was cut off goes on, what is missing is left out. What
// the first ones leave of the time goes to those after them.

import { dirname, relative } from 'node:path';
import { Mistakes, type Problem, UserError } from '../../base/errors.ts';
import { count } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { AgentDriver, TargetDriver } from '../../drive/driver.ts';
import { QUICK } from '../../study/defaults.ts';
import { type Lack, lacksAmong } from '../study/lacks.ts';
import { type AskedTimes, decideMore, type WhichWishes } from './decide-more.ts';
import {
  finishFurther,
  LEFT_OUT,
  measureLeftOut,
  type WhichLeftOut,
  wholeClaimsMs,
} from './further-records.ts';
import { furtherDirs, keptRecord } from './kept-records.ts';
import {
  type Folder,
  lookAhead,
  lookWithout,
  type Outlook,
  requireSameCells,
  sayLacking,
} from './look-ahead.ts';
import { goOn, measureFresh, type Surroundings, whyNot } from './one-study.ts';
import type { ReproduceFlags } from './reproduce.ts';
import type { StudyFolder } from './results-page.ts';
import { sayLeft, spentMs, unusedMs } from './spent-time.ts';
import { LITTLE_SHARE, littleMs, nextShareMs } from './time-shares.ts';
import { measureRest, neededMs } from './whole-study.ts';

/**
 * `askedMs`: for all of them together; null: nothing was asked. `keep` is called after each study, so that
 * there is a page whatever happens.
 */
export async function measureAll(
  folders: readonly Folder[],
  askedMs: number | null,
  around: Surroundings,
  keep: (soFar: readonly StudyFolder[]) => Promise<void>,
): Promise<readonly StudyFolder[]> {
  const { flags, host } = around;
  const found = await lookAtAll(folders, around);
  const asked = [...found.keys()];
  const lacks = await prepareAll(
    asked.filter((folder) => !isDone(folder)).map((folder) => found.get(folder)!),
    around,
  );
  const surroundings = { ...around, lacks };
  const outlooks = new Map([...found].map(([folder, outlook]) => [folder, lookWithout(outlook, lacks)]));
  const told = (folder: Folder) => found.get(folder)!.lacking.length;
  for (const line of sayLacking([...outlooks.values()], told)) host.err(`${line}\n`);
  const budgetMs = budgetOf([...outlooks.values()], askedMs, flags);
  const out = relative(host.cwd, dirname(folders[0]!.dir));
  const nowMs = budgetMs - earlierMs(asked, flags);
  if (nowMs <= 0) host.err('every cell is measured; --budget gives claims that are open more time\n');
  host.err(
    `at most ${sayDuration(nowMs)} for ${count(asked.length, 'study', 'studies')}; records and page in ${out}\n`,
  );
  const missing = new Map(
    folders.map((folder) => [folder, isDone(folder) ? '' : (outlooks.get(folder)?.missing ?? NOT_ASKED)]),
  );
  const states = () => folders.map((folder) => ({ ...folder, missing: missing.get(folder)! }));
  const leftMs = () => budgetMs - spentMs(asked);
  const given: AskedTimes = new Map();
  // Where each study has a time of its own, what it leaves is nobody else's.
  const isShared = flags.budget !== undefined || (flags.quick !== true && flags.full !== true);
  const open = isShared && asked.length > 1 ? { openMs: LITTLE_SHARE * budgetMs } : {};
  const going = asked.filter((folder) => missing.get(folder) === '');
  for (const [index, folder] of going.entries()) {
    if (host.interrupted.aborted) return states();
    if (isDone(folder)) continue;
    const place = `${index + 1} of ${going.length}`;
    host.err(`${place} · ${folder.study.name} · ${sayLeft(leftMs() + unusedMs(folder))}\n`);
    const costsMs = going.slice(index).flatMap((each) => (isBegun(each) ? [] : outlooks.get(each)!.costMs));
    const evenMs = budgetMs / asked.length;
    const ownMs = isBegun(folder) ? 0 : shareMs(flags, outlooks.get(folder)!, costsMs, leftMs(), evenMs);
    const ofAll = { place, laterMs: Math.max(0, leftMs() - ownMs) };
    const reason = await whyNot(folder, surroundings, () =>
      isBegun(folder)
        ? goOn(folder, { budgetMs: null, precision: null }, ofAll, surroundings, open)
        : measureFresh(folder, ownMs, ofAll, surroundings, open),
    );
    missing.set(folder, reason);
    await keep(states());
    // What little time decides must not wait for studies that take all there is.
    if (reason === '' && flags.quick !== true) {
      const before = leftMs();
      const little = () => littleMs(budgetMs, before, leftMs());
      await decideMore([folder], little, surroundings, {
        which: 'claims',
        asked: given,
        leftOfAllMs: leftMs,
      });
    }
  }
  await decideMore(going, leftMs, surroundings, { which: 'too few sessions', asked: given });
  await finishFurther(going, leftMs, surroundings);
  if (flags.full === true) {
    await measureRest(
      going.map((folder) => outlooks.get(folder)!),
      leftMs,
      surroundings,
    );
    await keep(states());
  }
  // A quick run leaves claims out by choice.
  const asks = flags.quick === true ? [] : LEFT_OUT;
  for (const leftOut of asks) {
    await measureLeftOut(going, leftMs, surroundings, leftOut);
    const further = going.flatMap((folder) => furtherDirs(folder.dir).map((dir) => ({ ...folder, dir })));
    const which = WISHES_AFTER[leftOut];
    // What takes little had its turn. Of the rest a claim near a border takes whatever there is, while one
    // that is said of every pair is decided when the last of them is measured: it has its time kept.
    const keptMs = leftOut === 'unmeasured' ? await wholeClaimsMs(going, leftMs()) : 0;
    await decideMore([...going, ...further], () => leftMs() - keptMs, surroundings, {
      which,
      asked: given,
      leftOfAllMs: leftMs,
    });
    await keep(states());
  }
  return states();
}

/** Builds all that they need before any of their time begins. Answers what cannot be built. */
async function prepareAll(
  outlooks: readonly Outlook[],
  { host, drivers }: Surroundings,
): Promise<readonly Lack[]> {
  const cells = outlooks.flatMap((outlook) => outlook.cells);
  const names = (factor: 'target' | 'browser') => [...new Set(cells.map(({ factors }) => factors[factor]))];
  const prepare = async (driver: TargetDriver | AgentDriver) => {
    if (host.interrupted.aborted) return;
    // What is wrong with its file is told by the study that needs it.
    await driver.prepare?.().catch((thrown: unknown) => {
      if (!(thrown instanceof UserError)) throw thrown;
    });
  };
  const lacks = [
    ...(await lacksAmong('target', names('target'), (name) => prepare(drivers.target(name)))),
    ...(await lacksAmong('browser', names('browser'), (name) => prepare(drivers.agent(name)))),
  ];
  // A build that Ctrl-C ended says nothing of the machine.
  return host.interrupted.aborted ? [] : lacks;
}

/** Whole claims come before parts of claims that there was no time for, and those before single ratios. */
const WISHES_AFTER: Readonly<Record<WhichLeftOut, WhichWishes>> = {
  unmeasured: 'claims',
  open: 'any',
  decided: 'last',
};

const NOT_ASKED = 'not measured: left out by --only';

/**
 * Those that have the levels asked for. Tells what is missing of all of them at once. Throws a UserError
 * where none has the levels, or a record is of something else.
 */
async function lookAtAll(
  folders: readonly Folder[],
  { flags, host, drivers }: Surroundings,
): Promise<ReadonlyMap<Folder, Outlook>> {
  const outlooks = new Map<Folder, Outlook>();
  const mistakes = new Mistakes();
  const without = new Map<Folder, readonly Problem[]>();
  for (const folder of folders) {
    const looked = lookAhead(folder, flags, host, drivers).catch((thrown: unknown) => {
      if (!isOfOnly(thrown)) throw withStudies(thrown, [folder]);
      without.set(folder, thrown.problems);
    });
    const outlook = await mistakes.ofAsync(() => looked);
    if (outlook != null) outlooks.set(folder, outlook);
  }
  if (outlooks.size === 0) mistakes.add(onceForAll(without));
  for (const [folder, problems] of outlooks.size === 0 ? [] : without)
    host.err(`left out: ${problems.map((each) => `${pathIn([folder], each)}: ${each.what}`).join('; ')}\n`);
  mistakes.throwIfAny();
  requireSameCells([...outlooks.values()], flags);
  for (const line of sayLacking([...outlooks.values()])) host.err(`${line}\n`);
  return outlooks;
}

/** A level may be one of the one study and not of the other; a word that none has is a slip. */
function isOfOnly(thrown: unknown): thrown is UserError {
  return thrown instanceof UserError && thrown.problems.every(({ file }) => file === '--only');
}

/** Says which study is meant. */
function withStudies(thrown: unknown, folders: readonly Folder[]): unknown {
  if (!(thrown instanceof UserError)) return thrown;
  return new UserError(thrown.problems.map((each) => ({ ...each, path: pathIn(folders, each) })));
}

/** What is wrong in several studies alike is told once, with all of their names. */
function onceForAll(without: ReadonlyMap<Folder, readonly Problem[]>): readonly Problem[] {
  const found = [...without].flatMap(([folder, problems]) =>
    problems.map((problem) => ({ folder, problem })),
  );
  const alike = Map.groupBy(found, ({ problem }) => JSON.stringify(problem));
  return [...alike.values()].map((same) => {
    const folders = same.map(({ folder }) => folder);
    return { ...same[0]!.problem, path: pathIn(folders, same[0]!.problem) };
  });
}

function pathIn(folders: readonly Folder[], { path }: Problem): string {
  const names = folders.map(({ study }) => study.name).join(', ');
  return path === '' ? names : `${names}: ${path}`;
}

function isBegun({ dir }: Folder): boolean {
  return keptRecord(dir) !== null;
}

function isDone({ dir }: Folder): boolean {
  return keptRecord(dir)?.status === 'complete';
}

const USUAL_BUDGET_MS = 90 * 60_000;

/** Of all starts together. A full run has time anew each time, while anything is left. */
function budgetOf(
  outlooks: readonly Outlook[],
  askedMs: number | null,
  { quick, full }: ReproduceFlags,
): number {
  if (full === true) {
    const neededOfAllMs = outlooks.reduce((sum, outlook) => sum + neededMs(outlook), 0);
    return spentMs(outlooks.map(({ folder }) => folder)) + (askedMs ?? neededOfAllMs);
  }
  return askedMs ?? (quick === true ? outlooks.length * QUICK.budgetMs : USUAL_BUDGET_MS);
}

/** What starts before this one took of it: told where it is no part of what was asked. */
function earlierMs(folders: readonly Folder[], { full }: ReproduceFlags): number {
  if (full !== true) return 0;
  const dirs = folders.flatMap(({ dir }) => [dir, ...furtherDirs(dir)]);
  return spentMs(folders) - dirs.reduce((sum, dir) => sum + unusedMs({ dir }), 0);
}

/** A quick study and a full one have times of their own, unless one is given for all. */
function shareMs(
  { quick, full, budget }: ReproduceFlags,
  outlook: Outlook,
  costsMs: readonly number[],
  leftMs: number,
  evenMs: number,
): number {
  if (budget === undefined && full === true) return neededMs(outlook);
  if (budget === undefined && quick === true)
    return Math.min(outlook.folder.study.protocol.budgetMs, QUICK.budgetMs);
  return nextShareMs(costsMs, leftMs, evenMs);
}
