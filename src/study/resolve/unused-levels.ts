// Every level named must be in a cell of a part that it is for: a level without one is a slip, or cannot be.

import { factorNamed } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import type { Word } from '../../factors/factor.ts';
import { computes } from '../../factors/procedure.ts';
import type { Misfit } from '../cells/message-cells.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import { asList, type FactorKey, type FormatLevel, type Levels, type StudyLevel } from './resolve-levels.ts';

/** A part with its cells, and what was not made. */
export interface CombinedPart {
  readonly messages: boolean;
  readonly levels: Levels;
  readonly named: ReadonlySet<FactorKey>;
  readonly pathOf: (factor: FactorKey) => Path;
  readonly cells: readonly Cell[];
  readonly misfits: readonly Misfit[];
}

/** Reasons beyond these are not told. */
const MOST_REASONS = 3;

export function addUnused(parts: readonly CombinedPart[], problems: ProblemList): void {
  const unused = new Map<string, { path: Path; what: string }>();
  const used = new Set<string>();
  for (const part of parts) {
    const { cells, misfits } = part;
    if (cells.length === 0 && misfits.length > 0) {
      problems.add(part.pathOf('transport'), `no cell is left: ${sayReasons(misfits)}`);
      continue;
    }
    for (const { factor, level, path } of namedLevels(part)) {
      // Without any cell it is procedure and computation that do not fit, or the exclusions take all of them.
      if (cells.length === 0 && factor !== 'procedure' && factor !== 'computation') continue;
      const key = JSON.stringify(path);
      const without = ownMisfits(misfits, (cell) => hasLevel(cell, factor, level));
      if (cells.some((cell) => hasLevel(cell, factor, level))) used.add(key);
      else unused.set(key, { path, what: sayUnused(factor, level, without) });
    }
  }
  for (const [key, { path, what }] of unused) if (!used.has(key)) problems.add(path, what);
}

/** Of the reasons against a level's combinations those that are against no others, where there are such. */
function ownMisfits(misfits: readonly Misfit[], has: (cell: Cell) => boolean): readonly Misfit[] {
  const all = misfits.filter(({ factors }) => has(factors));
  const elsewhere = new Set(misfits.filter(({ factors }) => !has(factors)).map(({ why }) => why));
  const own = all.filter(({ why }) => !elsewhere.has(why));
  return own.length > 0 ? own : all;
}

type Level = StudyLevel<FactorKey>;

function namedLevels({ levels, named, pathOf }: CombinedPart) {
  return (Object.keys(levels) as FactorKey[])
    .filter((factor) => named.has(factor))
    .flatMap((factor) => {
      const list = asList<Level>(levels[factor]);
      return list.map((level, index) => ({
        factor,
        level,
        path: list.length > 1 ? [...pathOf(factor), index] : pathOf(factor),
      }));
    });
}

function hasLevel(cell: Cell, factor: FactorKey, level: Level): boolean {
  if (isFormatLevel(level))
    return cell.format === level.words.name && (level.codec === null || cell.codec === level.codec);
  return wordOf(cell, factor) === wordFor(factor, level);
}

function isFormatLevel(level: Level): level is FormatLevel {
  return typeof level === 'object' && 'words' in level;
}

/** As a study file would name it. */
function wordFor(factor: FactorKey, level: Level): Word {
  if (!isFormatLevel(level)) return factorNamed(factor).spell(level);
  const { words, codec } = level;
  return codec === null ? words.name : `${words.name}/${codec}`;
}

function sayUnused(factor: FactorKey, typed: Level, misfits: readonly Misfit[]): string {
  const level = wordFor(factor, typed);
  if (factor === 'procedure' && computes(String(level))) {
    return `${level} computes something: name a computation (cm1 to cm5) that goes with it`;
  }
  if (factor === 'procedure')
    return `${level} computes nothing: name the computation none too, beside any others`;
  if (factor === 'computation' && level === 'none')
    return 'none needs a procedure that computes nothing (e1, or call)';
  if (factor === 'computation') return `${level} needs a procedure that computes (e2 to e5)`;
  if (factor === 'encoder') return `none of the formats named has the encoder ${level}`;
  const why = misfits.length > 0 ? sayReasons(misfits) : whyElse(factor, level);
  return `no cell is left with ${factor} ${level}: ${why}`;
}

/** Messages of data have their own size, so a size in bytes is asked of none of their combinations. */
function whyElse(factor: FactorKey, level: Word): string {
  if (factor === 'size' && level !== 'data') return 'messages of data are as long as they are';
  return 'the exclusions take all of them';
}

function sayReasons(misfits: readonly Misfit[]): string {
  const reasons = [...new Set(misfits.map(({ why }) => why))];
  const more = reasons.length > MOST_REASONS ? '; …' : '';
  return reasons.slice(0, MOST_REASONS).join('; ') + more;
}
