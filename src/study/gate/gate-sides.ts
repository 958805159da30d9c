// The two sides of a gate: a target that keeps the contract, a URL that somebody else serves, a command that
// the gate starts itself, or, as base, the record of a former run.

import { quoted } from '../../base/spelling.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import { addUnknownKeys, type Group, isGroup } from './gate-values.ts';

export type GateSide = TargetSide | UrlSide | CommandSide | RecordSide;

export interface TargetSide {
  readonly kind: 'target';
  /** A name, or a folder from the gate's own. */
  readonly typed: string;
}

export interface UrlSide {
  readonly kind: 'url';
  /** As typed: it may hold what is secret. */
  readonly url: string;
}

/** Started for every session on a port of its own, which it is told as PORT. */
export interface CommandSide {
  readonly kind: 'command';
  /** One word is a line for the shell; `{port}` in it is the port. */
  readonly command: readonly string[];
  /** Of this machine; its port is replaced by the one that is free. */
  readonly url: string;
  /** A folder from the gate's own. */
  readonly cwd: string;
}

export interface RecordSide {
  readonly kind: 'record';
  /** A folder from the gate's own. */
  readonly folder: string;
}

const SIDE_KEYS = ['command', 'url', 'cwd', 'record'] as const;
const EXAMPLE = '{command: npm start, url: "http://localhost:3000/api"}';

/** null where there is nothing to be read. */
export function readSide(side: 'base' | 'head', typed: unknown, problems: ProblemList): GateSide | null {
  const path: Path = ['gate', side];
  if (typeof typed === 'string' && isUrl(typed)) {
    if (URL.canParse(typed)) return { kind: 'url', url: typed };
    problems.add(path, 'what stands here cannot be read as a URL');
    return null;
  }
  if (typeof typed === 'string' && typed.trim() !== '') return { kind: 'target', typed };
  if (isGroup(typed)) {
    addUnknownKeys(typed, SIDE_KEYS, path, problems);
    if (typed.record !== undefined) return readRecordSide(side, typed, path, problems);
    return readCommandSide(typed, path, problems);
  }
  const what = typed === undefined ? 'is missing' : `${quoted(typed)} is no server`;
  problems.add(path, `${what}: a target, a URL, or ${EXAMPLE}`);
  return null;
}

function readCommandSide(typed: Group, path: Path, problems: ProblemList): CommandSide | null {
  const command = wordsOf(typed.command);
  if (command === null)
    problems.add(
      [...path, 'command'],
      `${typed.command === undefined ? 'is missing' : `${quoted(typed.command)} is no command`}: a line for the shell, or a list of words`,
    );
  const { url, cwd = '.' } = typed;
  const isWhole = typeof url === 'string' && isUrl(url) && URL.canParse(url);
  if (!isWhole)
    problems.add(
      [...path, 'url'],
      url === undefined
        ? 'is missing: what is asked of it, such as http://localhost:3000/api'
        : 'is no http(s) URL, such as http://localhost:3000/api',
    );
  else if (!isHere(new URL(url)))
    problems.add(
      [...path, 'url'],
      'is not of this machine, on which the command is started: http://localhost:3000/api',
    );
  if (typeof cwd !== 'string' || cwd.trim() === '')
    problems.add([...path, 'cwd'], `${quoted(cwd)} is no folder`);
  if (command === null || !isWhole || typeof cwd !== 'string') return null;
  return { kind: 'command', command, url, cwd };
}

function readRecordSide(
  side: 'base' | 'head',
  typed: Group,
  path: Path,
  problems: ProblemList,
): RecordSide | null {
  const { record, command, url, cwd } = typed;
  if (side === 'head') problems.add([...path, 'record'], 'is for base: head is what is measured');
  if (command !== undefined || url !== undefined || cwd !== undefined)
    problems.add(path, 'names a record and a command: one of them');
  if (typeof record === 'string' && record.trim() !== '') return { kind: 'record', folder: record };
  problems.add([...path, 'record'], `${quoted(record)} is no folder of a record`);
  return null;
}

function wordsOf(typed: unknown): readonly string[] | null {
  const words = typeof typed === 'string' ? [typed] : typed;
  if (!Array.isArray(words) || words.length === 0) return null;
  return words.every((word) => typeof word === 'string' && word.trim() !== '') ? (words as string[]) : null;
}

function isHere({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Whether it is asked as it stands, whatever it answers. */
export function isAsked({ kind }: GateSide): boolean {
  return kind === 'url' || kind === 'command';
}

function isUrl(typed: string): boolean {
  return /^https?:\/\//i.test(typed);
}

/** What contradicts the sides. What is wrong with them is not quoted: a password may stand in a URL. */
export function refuseBesideSides(
  gate: Group,
  sides: readonly (GateSide | null)[],
  problems: ProblemList,
): void {
  const refuse = (keys: readonly string[], what: string) => {
    for (const key of keys)
      if (gate[key] !== undefined) problems.add(['gate', key], what.replace('KEY', key));
  };
  const asked = sides.filter((side) => side !== null && isAsked(side)).length;
  // One that cannot be read may be meant.
  if (asked === 0 && !sides.includes(null))
    refuse(['rate'], 'is for URLs and commands: a target is asked as often as it answers');
  if (sides.some((side) => side?.kind === 'record')) {
    refuse(
      ['study', 'dataset', 'n', 'browser'],
      'a record and KEY contradict each other: head is measured as the record was',
    );
    return;
  }
  if (asked > 0) refuse(['study'], 'a URL and KEY contradict each other: it is asked as it stands');
  if (asked === sides.length)
    refuse(['dataset', 'n'], 'a URL and KEY contradict each other: it is asked as it stands');
  else if (asked > 0 && Array.isArray(gate.n) && gate.n.length > 1)
    problems.add(['gate', 'n'], 'has several numbers, and a URL has one answer: one of them');
}
