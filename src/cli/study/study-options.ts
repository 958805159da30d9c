// From STUDY and its flags to a study and its plan: the same for `run` and `plan`.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Mistakes, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { deriveSeed } from '../../base/random.ts';
import { nearest } from '../../base/spelling.ts';
import { parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import type { Warning } from '../../base/warnings/warning.ts';
import type { Drivers } from '../../drive/driver.ts';
import { LINK_CHOICES, type LinkChoice } from '../../drive/links/link.ts';
import { fewClaims, withTime } from '../../plan/claims/few-claims.ts';
import { onlyClaims } from '../../plan/claims/only-claims.ts';
import { hasOtherClients, requireAskingClients } from '../../plan/sessions/idle-clients.ts';
import { parseDealtShare, withShare } from '../../plan/sessions/share.ts';
import type { Changed } from '../../study/cells/keep-cells.ts';
import { onlyLevels } from '../../study/change/only-levels.ts';
import { quickCells, quickened, shortRun } from '../../study/change/quickened.ts';
import { checkSettings, type Settings, withSettings } from '../../study/change/with-settings.ts';
import { QUICK } from '../../study/defaults.ts';
import { DESIGNS, type Design } from '../../study/design.ts';
import { fsReader, nearestStudy } from '../../study/file/fs-reader.ts';
import { type StudyReader, typedReader } from '../../study/file/study-text.ts';
import { NAME_CLIENTS, parseKeep } from '../../study/keep.ts';
import { parsePrice } from '../../study/price.ts';
import { loadStudy } from '../../study/resolve/load-study.ts';
import type { UrlReader } from '../../study/resolve/url-targets.ts';
import type { Study } from '../../study/study.ts';
import { withOwnWords } from '../../study/vocabulary.ts';
import { studyNames } from '../surroundings/folders.ts';
import type { StudyUrls } from '../urls/study-urls.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';
import { withBrokenPrograms } from './broken-programs.ts';
import { type Planned, planWithLink } from './plan-study.ts';
import type { More } from './prolong.ts';
import { studyPayloads } from './study-payloads.ts';
import { vocabularyHere } from './vocabulary-here.ts';

export interface StudyFlags {
  readonly only?: readonly string[];
  readonly quick?: boolean;
  readonly budget?: string;
  readonly precision?: string;
  readonly sessions?: string;
  readonly seed?: string;
  readonly design?: string;
  readonly browser?: string;
  readonly target?: string;
  readonly link?: string;
  readonly share?: string;
  readonly price?: string;
  readonly keep?: string;
  /** Agrees beforehand to what is sent to URLs beyond this machine. */
  readonly yes?: boolean;
  /** Nothing but what the study's claims need; no option of the command line. */
  readonly onlyClaims?: boolean;
  /** The verb has no --link, so that nobody is told of it; no option of the command line. */
  readonly hasNoLink?: boolean;
}

export interface PlannedStudy extends Planned {
  readonly study: Study;
  /** To which the URLs of the study are targets too. */
  readonly drivers: Drivers;
  /** Of what its URLs answered. */
  readonly warnings: readonly Warning[];
}

/**
 * `name` is a file, or the name of one under the project's studies/; `typed`: what is taken as its text;
 * `widen`: makes more of it before flags make less. Throws a UserError. The link is looked for only where the
 * study names an emulated network.
 */
export async function planStudy(
  name: string,
  flags: StudyFlags,
  host: Host,
  drivers: Drivers,
  typed?: string,
  widen: (study: Study) => Study = (study) => study,
): Promise<PlannedStudy> {
  const vocabulary = vocabularyHere(host);
  const mistakes = new Mistakes();
  const choice = mistakes.of(() => linkChoice(flags.link));
  const settings = readSettings(flags, mistakes);
  const { target, ...others } = settings;
  mistakes.of(() => checkSettings(others, vocabulary));
  const share = flags.share === undefined ? undefined : mistakes.of(() => parseDealtShare(flags.share!));
  const price = flags.price === undefined ? undefined : mistakes.of(() => parsePrice(flags.price!));
  const keep = flags.keep === undefined ? undefined : mistakes.of(() => parseKeep(flags.keep!));
  const urls = urlsOfStudy(name, flags, settings, host);
  const seeded = withSeed(host, name, flags);
  const named = await mistakes.ofAsync(() => namedStudy(name, seeded, vocabulary, urls, typed));
  if (target !== undefined)
    mistakes.of(() =>
      checkSettings({ target }, { ...vocabulary, targets: [...vocabulary.targets, ...urls.names()] }),
    );
  const loaded = named && {
    ...widen(named),
    ...(price !== undefined && { price }),
    ...(keep !== undefined && { keep }),
  };
  const only = flags.only ?? [];
  const reduced =
    loaded === undefined || only.length === 0
      ? undefined
      : mistakes.of(() => onlyLevels(loaded, only, vocabulary));
  mistakes.throwIfAny();
  const planned = await changedAndPlanned(
    loaded!,
    reduced,
    settings,
    choice!,
    flags,
    host,
    urls.among(drivers),
  );
  requireAskingClients(planned.plan, name);
  if (keep !== undefined && !hasOtherClients(planned.plan))
    throw wrongFlag('--keep', `nothing is measured among other clients: ${NAME_CLIENTS}`);
  const plan = share === undefined ? planned.plan : withShare(planned.plan, share);
  return { ...planned, plan, warnings: urls.warnings() };
}

/**
 * Shares of a study that names no seed are dealt on machines that know nothing of each other: its name gives
 * them all the same one.
 */
function withSeed(host: Host, name: string, { share }: StudyFlags): Host {
  if (share === undefined) return host;
  const seed = deriveSeed(0, 'share', basename(name, extname(name)));
  return { ...host, freshSeed: () => seed };
}

/** Relative to the study file, and for as long as flags say. */
function urlsOfStudy(name: string, flags: StudyFlags, { budgetMs }: Settings, host: Host): StudyUrls {
  const yes = flags.yes === true;
  const budgetOf = (studyMs: number) =>
    budgetMs ?? (flags.quick === true ? Math.min(studyMs, QUICK.budgetMs) : studyMs);
  const folderOf = () => dirname(resolve(host.cwd, studyPath(name, host.cwd)));
  let own: StudyUrls | null = null;
  return {
    names: () => own?.names() ?? [],
    warnings: () => own?.warnings() ?? [],
    among: (drivers) => own?.among(drivers) ?? drivers,
    // What reads answers loads every format: a study without a URL starts without them.
    read: async (asks, about) => {
      if (asks.length === 0) return [];
      const { studyUrls } = await import('../urls/study-urls.ts');
      own = studyUrls(folderOf, { yes, budgetOf }, host);
      return own.read(asks, about);
    },
  };
}

/** The same of a study that a verb made itself. */
export async function planLoaded(
  loaded: Study,
  flags: StudyFlags,
  host: Host,
  drivers: Drivers,
): Promise<PlannedStudy> {
  const mistakes = new Mistakes();
  const settings = readSettings(flags, mistakes);
  mistakes.of(() => checkSettings(settings, vocabularyHere(host)));
  mistakes.throwIfAny();
  const choice = linkChoice(flags.link);
  const planned = await changedAndPlanned(loaded, undefined, settings, choice, flags, host, drivers);
  requireAskingClients(planned.plan, loaded.name);
  return planned;
}

/** `reduced`: what --only leaves of the study. */
async function changedAndPlanned(
  loaded: Study,
  reduced: Changed | undefined,
  settings: Settings,
  choice: LinkChoice,
  flags: StudyFlags,
  host: Host,
  drivers: Drivers,
): Promise<PlannedStudy> {
  const vocabulary = withOwnWords(vocabularyHere(host), loaded);
  const notes = loaded.payloads.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
  const around = { drivers, warnings: [] };
  const offersModel = flags.hasNoLink !== true && choice !== 'modelled';
  let study = loaded;
  const change = (changed: Changed) => {
    study = changed.study;
    notes.push(...changed.notes);
  };
  if (reduced !== undefined) change(reduced);
  // First, so that --quick keeps the browsers asked for, and leaves time for these targets.
  const { browser, target, ...others } = settings;
  if (target !== undefined) change(withSettings(study, { target }, vocabulary));
  if (browser !== undefined) change(withSettings(study, { browser }, vocabulary));
  const short = (asked: Study) => withSettings(shortRun(asked).study, others, vocabulary).study;
  if (flags.quick === true && flags.onlyClaims !== true && study.claims.length > 0) {
    change(quickCells(study));
    const planned = await planWithLink(withTime(study), choice, host, drivers, offersModel);
    change(fewClaims(study, planned.plan.cells, { short, planOf: planned.planOf }));
    return {
      ...planned,
      ...around,
      study,
      plan: planned.planOf(study),
      held: null,
      notes: [...notes, ...planned.notes],
    };
  }
  if (flags.quick === true) change(quickened(study));
  change(withSettings(study, others, vocabulary));
  const planned = await planWithLink(study, choice, host, drivers, offersModel);
  notes.push(...planned.notes);
  if (flags.onlyClaims !== true) return { ...planned, ...around, study, notes };
  change(onlyClaims(study, planned.plan.cells));
  return { ...planned, ...around, study, plan: planned.planOf(study), held: null, notes };
}

/** What the flags set instead of the study; what is wrong with them is kept in `mistakes`. */
function readSettings(flags: StudyFlags, mistakes: Mistakes): Settings {
  const { budget, precision, sessions, seed, design, browser, target } = flags;
  const parsed = {
    budgetMs: budget === undefined ? undefined : mistakes.of(() => parseBudgetMs(budget)),
    precision: precision === undefined ? undefined : mistakes.of(() => parsePrecision(precision)),
    sessions: sessions === undefined ? undefined : mistakes.of(() => wholeNumber('--sessions', sessions)),
    seed: seed === undefined ? undefined : mistakes.of(() => wholeNumber('--seed', seed)),
    design: design === undefined ? undefined : mistakes.of(() => parseDesign(design)),
    browser: browser?.split(','),
    target: target?.split(','),
  };
  const set = Object.entries(parsed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Settings;
}

/** What a run that is gone on with is asked beyond its record. Throws a UserError. */
export function readMore(flags: Pick<StudyFlags, 'budget' | 'precision'>, host: Host): More {
  const mistakes = new Mistakes();
  const { budget, precision } = flags;
  const { budgetMs, precision: share } = readSettings({ budget, precision } as StudyFlags, mistakes);
  mistakes.of(() => checkSettings({ budgetMs, precision: share } as Settings, vocabularyHere(host)));
  mistakes.throwIfAny();
  return { budgetMs: budgetMs ?? null, precision: share ?? null };
}

/** `name` is a file, or the name of one under the project's studies/. Throws a UserError. */
export async function namedStudy(
  name: string,
  host: Host,
  vocabulary = vocabularyHere(host),
  urls?: UrlReader,
  typed?: string,
): Promise<Study> {
  const path = studyPath(name, host.cwd);
  const payloads = studyPayloads(resolve(host.cwd, path), host);
  const reader = typed === undefined ? readerIn(host.cwd) : typedReader(typed);
  try {
    return await loadStudy(path, reader, vocabulary, host.freshSeed(), payloads, urls);
  } catch (thrown) {
    throw thrown instanceof UserError ? await withBrokenPrograms(thrown, host) : thrown;
  }
}

/** Paths are as typed, and so they stand in messages; they are of the host's current folder. */
function readerIn(cwd: string): StudyReader {
  return {
    look: (path) => fsReader.look(resolve(cwd, path)),
    read: (path) => fsReader.read(resolve(cwd, path)),
    nearest: (path) => nearestStudy(path, cwd) ?? nearest(basename(path, extname(path)), studyNames()),
  };
}

/** As typed where it is a path; the project's own study where it is a bare name. */
export function studyPath(name: string, cwd: string): string {
  if (!/^[\w-]+$/.test(name) || existsSync(resolve(cwd, name))) return name;
  const ours = join(PROJECT_ROOT, 'studies', `${name}.yaml`);
  if (existsSync(ours)) return ours;
  const near = nearest(name, [...studyNames(), ...studyFilesIn(cwd)]);
  const what = 'neither a file here nor a study of the project';
  throw new UserError([
    { file: name, path: '', what, allowed: studyNames(), ...(near !== null && { nearest: near }) },
  ]);
}

/** Study files in a folder; none where it cannot be read. */
function studyFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  } catch {
    return [];
  }
}

/** Throws a UserError for an engine that there is not. */
export function linkChoice(text = 'auto'): LinkChoice {
  const known = LINK_CHOICES.find((choice) => choice === text);
  if (known !== undefined) return known;
  throw unknownFlagWord('--link', 'engine', text, LINK_CHOICES);
}

function parseBudgetMs(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === null)
    throw wrongFlag(
      '--budget',
      `${JSON.stringify(text)} is not a duration with its unit, such as 90s, 10m or 2h`,
    );
  return ms;
}

function parsePrecision(text: string): number {
  const share = parseShare(/^[\d.]+$/.test(text) ? Number(text) : text);
  if (share === null)
    throw wrongFlag('--precision', `${JSON.stringify(text)} is not a share such as 5% or 0.05`);
  return share;
}

function parseDesign(text: string): Design {
  const known = DESIGNS.find((design) => design === text);
  if (known !== undefined) return known;
  throw unknownFlagWord('--design', 'design', text, DESIGNS);
}

function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw wrongFlag(flag, `${JSON.stringify(text)} is not a whole number`);
  return Number(text);
}
