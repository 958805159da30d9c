// Where URLs stand among the targets of a part: their cells are what they answer, and what else the part
// names is of the other targets. Where there is no other, naming it is a mistake.

import { listed } from '../../base/figures/plurals.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import type { Cell } from '../../factors/cell.ts';
import { isAsItComes } from '../../factors/compression.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import { ownPayload, type PayloadRef } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { FactorKey, Levels } from './resolve-levels.ts';
import { type AnsweredUrl, AROUND_URL, urlCells } from './url-targets.ts';

type Known = Pick<Vocabulary, 'urls' | 'formats'>;

/** The levels of a part for the targets that are none, which nobody asks for whatever comes. */
export function withoutUrls(levels: Levels, { urls = [] }: Pick<Known, 'urls'>): Levels {
  const isUrl = (target: string) => urls.some(({ name }) => name === target);
  if (!levels.target.some(isUrl)) return levels;
  return {
    ...levels,
    target: levels.target.filter((target) => !isUrl(target)),
    compression: levels.compression.filter(({ coding }) => !isAsItComes(coding)),
  };
}

export function cellsOfUrls(levels: Levels, known: Known): Cell[] {
  return urlsIn(levels, known).flatMap((url) => urlCells(url, levels, known));
}

function urlsIn({ target }: Levels, { urls = [] }: Pick<Known, 'urls'>): readonly AnsweredUrl[] {
  return target.flatMap((level) => urls.find(({ name }) => name === level) ?? []);
}

interface PartOfUrls {
  readonly messages: boolean;
  readonly levels: Levels;
  readonly named: ReadonlySet<FactorKey>;
  readonly pathOf: (factor: FactorKey) => Path;
  readonly heldMs: number | null;
  readonly path: Path;
}

/** Adds a problem for all that the part names and that its URLs decide themselves, unless it is just that. */
export function addUrlProblems(
  { messages, levels, named, pathOf, heldMs, path }: PartOfUrls,
  known: Known,
  problems: ProblemList,
): void {
  const urls = urlsIn(levels, known);
  if (urls.length === 0) return;
  const names = listed(urls.map(({ name }) => name));
  if (heldMs !== null)
    problems.add([...path, 'held'], `${names}: what a URL answers is measured and not predicted`);
  if (messages) problems.add(pathOf('target'), `${names}: a URL answers requests, and carries no messages`);
  if (messages || withoutUrls(levels, known).target.length > 0) return;
  for (const factor of named) {
    if (factor === 'target' || AROUND_URL.some((name) => name === factor)) continue;
    if (saysWhatComes(factor, levels, urls)) continue;
    const what = `a URL is measured as it stands (${urls.map(sayAnswered).join('; ')})`;
    problems.add(
      pathOf(factor),
      `${what}: take ${factor} away, or name a target beside it that keeps the contract`,
    );
  }
}

function saysWhatComes(factor: FactorKey, levels: Levels, urls: readonly AnsweredUrl[]): boolean {
  switch (factor) {
    case 'compression':
      return levels.compression.every(({ coding }) => isAsItComes(coding));
    case 'protocol':
      return urls.every(({ protocol }) => levels.protocol.every((level) => level === protocol));
    case 'format':
      return urls.every(({ format }) =>
        levels.format.every(({ words, codec }) => words.name === format && codec === null),
      );
    default:
      return false;
  }
}

/** `today: json over h2`. */
export function sayAnswered({ name, format, protocol }: AnsweredUrl): string {
  return `${name}: ${format} over ${protocol}`;
}

/** Why the client of a cell cannot ask its URL; null where it can, or it asks a target. */
export function noUrlReason(cell: Cell, payloads: readonly PayloadRef[]): string | null {
  const isStartedHere = BROWSERS_HERE.some((name) => name === cell.browser);
  if (ownPayload(cell, payloads)?.url === undefined || isStartedHere) return null;
  return `a URL is asked by ${listed([...BROWSERS_HERE])} alone`;
}
