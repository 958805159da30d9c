// Servers and clients of other people, named by where they lie: `--target ./mine` is short for
// WIREFARE_TARGETS=./mine and --target mine.

import { basename, delimiter, join, relative, resolve } from 'node:path';
import { type Problem, UserError } from '../../base/errors.ts';
import { nearestPath } from '../../base/files/nearest-path.ts';
import type { Host } from '../../base/host.ts';
import {
  CLIENTS,
  describes,
  howToMakeOne,
  type Programs,
  programsIn,
  splitFolders,
  TARGETS,
  whyNone,
} from '../../drive/targets/program-folders.ts';
import { isBehindNginx, withNginx, withoutNginx } from '../../factors/target.ts';
import { shownUrl } from '../../payload/url/shown-url.ts';

interface Naming {
  readonly target?: string;
  readonly browser?: string;
  readonly only?: readonly string[];
}

/**
 * Flags with plain names in the place of paths, and a host whose environment knows where they lie. Throws a
 * UserError with every path that is none of a target or client.
 */
export function withFolders<Flags extends Naming>(
  flags: Flags,
  host: Host,
): { readonly flags: Flags; readonly host: Host } {
  const found = new NamedFolders(host.cwd);
  const { target, browser, only } = flags;
  const plain = {
    ...flags,
    ...(target !== undefined && { target: found.named(TARGETS, '--target', target) }),
    ...(browser !== undefined && { browser: found.named(CLIENTS, '--browser', browser) }),
    ...(only !== undefined && { only: found.namedLevels(only) }),
  };
  return { flags: plain, host: found.on(host) };
}

/** The same for the one target that a verb is about. */
export function withTargetFolder(
  word: string,
  flag: string,
  host: Host,
): { readonly name: string; readonly host: Host } {
  const found = new NamedFolders(host.cwd);
  const name = found.named(TARGETS, flag, word);
  return { name, host: found.on(host) };
}

/** Gathers the folders that words name, and what is wrong with them. */
class NamedFolders {
  readonly #cwd: string;
  readonly #folders = new Map<Programs, string[]>([
    [TARGETS, []],
    [CLIENTS, []],
  ]);
  readonly #problems: Problem[] = [];

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** `./mine,node` → `mine,node`. */
  named(programs: Programs, flag: string, words: string): string {
    return words
      .split(',')
      .map((word) => (isPath(word) ? this.#nameBehind(programs, flag, word) : word))
      .join(',');
  }

  /** `target=./mine,node` → `target=mine,node`; levels of other factors stay. */
  namedLevels(entries: readonly string[]): string[] {
    let programs: Programs | null = null;
    return entries
      .flatMap((entry) => entry.split(','))
      .map((word) => {
        const [, factor, level = word] = /^\s*([^=]*?)\s*=(.*)$/.exec(word) ?? [];
        if (factor !== undefined) programs = FACTORS[factor] ?? null;
        if (programs === null || !isPath(level)) return word;
        const name = this.#nameBehind(programs, '--only', level.trim());
        return factor === undefined ? name : `${factor}=${name}`;
      });
  }

  on(host: Host): Host {
    if (this.#problems.length > 0) throw new UserError(this.#problems);
    const more = [...this.#folders].filter(([, folders]) => folders.length > 0);
    return more.reduce((before, [programs, folders]) => alsoIn(before, programs, folders), host);
  }

  /** `nginx+./mine` is `./mine` behind nginx. */
  #nameBehind(programs: Programs, flag: string, word: string): string {
    return isBehindNginx(word)
      ? withNginx(this.#nameOf(programs, flag, withoutNginx(word)))
      : this.#nameOf(programs, flag, word);
  }

  #nameOf(programs: Programs, flag: string, word: string): string {
    if (/^https?:\/\//.test(word)) {
      const shown = URL.canParse(word) ? shownUrl(new URL(word)) : 'what stands here';
      const what = `${shown} is a URL: wirefare measure URL measures it as it stands, and in a study file it is target: {url: …}`;
      this.#problems.push({ file: flag, path: '', what });
      return word;
    }
    const folder = resolve(this.#cwd, word);
    if (describes(folder, programs)) this.#folders.get(programs)!.push(folder);
    else this.#problems.push({ file: flag, path: '', ...whyNotOne(word, this.#cwd, programs) });
    return basename(folder);
  }
}

const FACTORS: Readonly<Record<string, Programs>> = { target: TARGETS, browser: CLIENTS };

/** Names have neither, but for those of a browser elsewhere, which have a URL in them. */
function isPath(word: string): boolean {
  if (/^\s*grid:/.test(word)) return false;
  return /[/\\]/.test(word) || /^\s*\.{1,2}\s*$/.test(word);
}

/** A folder of several has them as what is allowed. */
function whyNotOne(word: string, cwd: string, programs: Programs): Omit<Problem, 'file' | 'path'> {
  const folder = resolve(cwd, word);
  const what = whyNone(folder, programs);
  const inner = programsIn(folder, programs);
  return inner.length === 0
    ? { what, ...howToMakeOne(folder, programs), ...nearFolder(word, cwd, programs) }
    : { what, allowed: inner.map((each) => join(word, relative(folder, each))) };
}

/** The nearest folder of a program beside one that is not there. */
function nearFolder(word: string, cwd: string, programs: Programs): Pick<Problem, 'nearest'> {
  const near = nearestPath(word, cwd, (folder) => describes(folder, programs));
  return near === null ? {} : { nearest: near };
}

/** A host that finds programs in these folders too. */
export function alsoIn(host: Host, { variable }: Programs, folders: readonly string[]): Host {
  const all = [...new Set([...splitFolders(host.env[variable]), ...folders])];
  return { ...host, env: { ...host.env, [variable]: all.join(delimiter) } };
}
