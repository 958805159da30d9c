// wirefare advise trace.har: every path of a HAR, those with most bytes first. Sizes of all of them are an
// answer within seconds; then each gets advice of its own, one after the other, as far as one budget goes.

import { type Problem, sayProblem, UserError } from '../../../base/errors.ts';
import { EXIT_DONE, EXIT_INTERRUPTED } from '../../../base/exit-codes.ts';
import { sayDuration, typedRoughly } from '../../../base/figures/times.ts';
import type { Host } from '../../../base/host.ts';
import type { Drivers } from '../../../drive/driver.ts';
import { type HarGroup, sayGroup } from '../../../payload/har/har-groups.ts';
import { BEFORE_COMMAND_MS } from '../../../plan/sessions/wall-costs.ts';
import { askedDir } from '../../run/run.ts';
import { sizes } from '../../sizes/sizes.ts';
import type { SizesDocument } from '../../sizes/sizes-document.ts';
import type { Surrounded } from '../../study/measure-study.ts';
import { type AdviseFlags, adviseSettings, SHORTEST_BUDGET_MS } from '../flags.ts';
import { adviseWithin } from '../one-advice.ts';
import type { AdviceDocument } from '../output.ts';

/** In less, networks are left out of which an answer is wanted; in the usual budget two paths have it. */
export const LEAST_ADVICE_MS = 45_000;

/** What `wirefare advise trace.har --json` prints of several paths. */
export interface HarAdvice {
  /** Those with most bytes first. */
  readonly paths: readonly PathAdvice[];
}

export interface PathAdvice {
  /** As `--answers` names it. */
  readonly path: string;
  /** How many, and their bytes together, decompressed. */
  readonly answers: number;
  readonly bytes: number;
  /** null where they cannot be read. */
  readonly sizes: SizesDocument | null;
  /** null where there is none. */
  readonly advice: AdviceDocument | null;
  /** Why there is none, or no sizes either; null where there is advice. */
  readonly because: string | null;
}

/** While it is found. */
interface Path {
  readonly group: HarGroup;
  isRead: boolean;
  isAdvised: boolean;
  /** For programs alone. */
  sizes: SizesDocument | null;
  advice: AdviceDocument | null;
  problems: readonly Problem[];
  because: string;
}

interface Asked {
  readonly sources: readonly string[];
  readonly flags: AdviseFlags;
  readonly host: Host;
  readonly drivers: Drivers;
}

/**
 * Answers the exit code. What is wrong with the answers of one path is told of it, and keeps no other from
 * its advice. Throws a UserError where none gets any for such a reason.
 */
export async function adviseHar(groups: readonly HarGroup[], asked: Asked): Promise<number> {
  const { flags, host } = asked;
  const { budgetMs } = adviseSettings(flags);
  const recordsIn = flags.out === undefined ? {} : { recordsIn: askedDir(flags.out, host.cwd) };
  const startMs = host.clock.nowMs() - BEFORE_COMMAND_MS;
  const paths = groups.map(
    (group): Path => ({
      ...{ group, isRead: false, isAdvised: false, sizes: null, advice: null },
      ...{ problems: [], because: '' },
    }),
  );
  try {
    for (const path of paths) {
      const code = await findSizes(path, asked);
      if (code === EXIT_INTERRUPTED) return code;
    }
    const sizedMs = host.clock.nowMs() - startMs;
    const readable = paths.filter(({ isRead }) => isRead);
    let code = EXIT_DONE;
    for (const [at, path] of readable.entries()) {
      const leftMs = startMs + budgetMs - host.clock.nowMs();
      const bytes = readable.slice(at).map(({ group }) => group.bytes);
      // Whoever gives less has one advice at least, however long the sizes took.
      const least = at === 0 ? Math.max(leftMs, SHORTEST_BUDGET_MS) : null;
      const shareMs = nextShareMs(leftMs, bytes) ?? least;
      if (shareMs === null) {
        const enoughMs = sizedMs + readable.length * LEAST_ADVICE_MS;
        tellLeftOut(readable.slice(at), budgetMs, enoughMs, asked);
        break;
      }
      code = Math.max(code, await adviseOn(path, shareMs, recordsIn, asked));
      if (code === EXIT_INTERRUPTED) return code;
    }
    if (paths.some(({ isAdvised }) => isAdvised)) return code;
    throw new UserError(paths.flatMap(({ problems }) => problems));
  } finally {
    const document: HarAdvice = { paths: paths.map(documentOf) };
    if (flags.json === true) host.out(`${JSON.stringify(document, null, 1)}\n`);
  }
}

/**
 * How a budget is shared: each path has the least that an advice takes, what is left beyond that goes by
 * bytes, and what one does not need is there for those after it.
 *
 * The time of the first of these paths, which are in their order; null where there is none for it. `bytes`:
 * of all answers of each.
 */
export function nextShareMs(leftMs: number, bytes: readonly number[]): number | null {
  const fitting = Math.min(bytes.length, Math.floor(leftMs / LEAST_ADVICE_MS));
  if (fitting < 1) return null;
  const beyondMs = leftMs - fitting * LEAST_ADVICE_MS;
  const sum = bytes.slice(0, fitting).reduce((total, each) => total + each, 0);
  return LEAST_ADVICE_MS + (beyondMs * bytes[0]!) / sum;
}

async function findSizes(path: Path, asked: Asked): Promise<number> {
  const { sources, flags, host } = asked;
  const own = { ...flags, answers: path.group.name };
  return toldOf(path, asked, async () => {
    const { code, text } = await captured(host, (there) => sizes(sources, own, there));
    path.isRead = code === EXIT_DONE;
    if (flags.json === true && path.isRead) path.sizes = JSON.parse(text) as SizesDocument;
    show(`${sayGroup(path.group)}\n${text}\n`, asked);
    return code;
  });
}

async function adviseOn(
  path: Path,
  shareMs: number,
  around: Pick<Surrounded, 'recordsIn'>,
  asked: Asked,
): Promise<number> {
  const { sources, flags, host, drivers } = asked;
  host.err(`\n${sayGroup(path.group)}: ${sayDuration(shareMs)} of the budget\n`);
  const { out: _, ...others } = flags;
  const budgetS = Math.ceil(shareMs / 1_000);
  const own = { ...others, answers: path.group.name, budget: `${budgetS}s` };
  // A budget has whole seconds: it began so much earlier that it ends with the share.
  const startMs = host.clock.nowMs() + shareMs - budgetS * 1_000;
  const one = { sources, flags: own, startMs, dir: null };
  return toldOf(path, asked, async () => {
    const { code, text } = await captured(host, (there) => adviseWithin(one, there, drivers, around));
    path.isAdvised = true;
    if (flags.json === true) path.advice = JSON.parse(text) as AdviceDocument;
    show(`${path.group.name}\n\n${text}\n`, asked);
    return code;
  });
}

/** What it prints is kept for its place. */
async function captured(
  host: Host,
  act: (there: Host) => Promise<number>,
): Promise<{ readonly code: number; readonly text: string }> {
  const out: string[] = [];
  const code = await act({ ...host, out: (text) => void out.push(String(text)) });
  return { code, text: out.join('') };
}

/** Answers the exit code; what is wrong with its answers is told of it. */
async function toldOf(path: Path, asked: Asked, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    path.problems = thrown.problems;
    path.because = thrown.problems.map(sayProblem).join('; ');
    show(`${path.group.name}: ${path.because}\n\n`, asked);
    return EXIT_DONE;
  }
}

/** `enoughMs`: what all of them would take. */
function tellLeftOut(left: readonly Path[], budgetMs: number, enoughMs: number, asked: Asked): void {
  const takes = `an advice takes ${sayDuration(LEAST_ADVICE_MS)} at least, and paths with most bytes come first`;
  const why = `no time is left in the budget of ${sayDuration(budgetMs)}: ${takes}`;
  for (const path of left) path.because = why;
  const names = left.map(({ group }) => sayGroup(group)).join(', ');
  const flags = `--answers '${left[0]!.group.name}' asks for one of them, --budget ${typedRoughly(enoughMs)} for all`;
  show(`Sizes alone of ${names}: ${why}. ${flags}.\n`, asked);
}

/** To people. */
function show(text: string, { flags, host }: Asked): void {
  if (flags.json !== true) host.out(text);
}

function documentOf({ group, sizes: found, advice, because }: Path): PathAdvice {
  const { name: path, answers, bytes } = group;
  const why = advice === null ? because : null;
  return { path, answers: answers.length, bytes, sizes: found, advice, because: why };
}
