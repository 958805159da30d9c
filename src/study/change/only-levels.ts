// `--only n=10,format=json,xml`: the part of a study that has these levels.

import { plural } from '../../base/figures/plurals.ts';
import { quoted } from '../../base/spelling.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import type { Cell } from '../../factors/cell.ts';
import { compileFilter } from '../cells/filter.ts';
import { allCells, type Changed, keepCells } from '../cells/keep-cells.ts';
import { ProblemList } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import type { Study } from '../study.ts';
import { type Vocabulary, withOwnWords } from '../vocabulary.ts';

const FLAG = '--only';

/**
 * `entries` are `factor=level` or `factor=level,level`, or several of these joined by commas. Throws a
 * UserError with every word that is no factor or no level of the study, or if nothing remains.
 */
export function onlyLevels(study: Study, entries: readonly string[], vocabulary: Vocabulary): Changed {
  const problems = new ProblemList(FLAG);
  const asked = readEntries(entries, problems);
  const known = withOwnWords(vocabulary, study);
  const { matches } = compileFilter(asked, [], allCells(study), known, problems);
  problems.throwIfAny();
  const kept = keepCells(study, matches);
  const [before, after] = [allCells(study).length, allCells(kept).length];
  if (after === before) return { study: kept, notes: [] };
  const lost = study.index !== undefined && kept.index === undefined;
  const without = lost ? ', without the index: its baseline is none of them' : '';
  return { study: kept, notes: [`${FLAG}: ${after} of ${before} ${plural(before, 'cell')}${without}`] };
}

/** Which of the cells have the levels; throws a UserError with every word that none of them has. */
export function readOnly(
  entries: readonly string[],
  cells: readonly Cell[],
  vocabulary: Vocabulary,
): (cell: Cell) => boolean {
  const problems = new ProblemList(FLAG);
  const { matches } = compileFilter(readEntries(entries, problems), [], cells, vocabulary, problems);
  problems.throwIfAny();
  return matches;
}

function readEntries(entries: readonly string[], problems: ProblemList): FilterFile {
  const levels = new Map<string, (string | number)[]>();
  let factor: string | null = null;
  for (const word of entries.flatMap((entry) => entry.split(',')).map((each) => each.trim())) {
    const match = /^([^=]*)=(.*)$/.exec(word);
    if (match !== null) {
      factor = match[1]!.trim();
      if (!isFactor(factor)) problems.addUnknown([], 'factor', factor, FACTOR_NAMES);
    }
    const level = match === null ? word : match[2]!.trim();
    if (factor === null || level === '') {
      problems.add([], `"${word}" is not factor=level, such as n=10 or format=json,xml`);
      continue;
    }
    const read = isFactor(factor) ? readLevel(factor, level, problems) : null;
    if (read !== null) levels.set(factor, [...(levels.get(factor) ?? []), read]);
  }
  const single = [...levels].map(([name, list]) => [name, list.length === 1 ? list[0] : list]);
  return Object.fromEntries(single) as FilterFile;
}

function isFactor(word: string): boolean {
  return FACTOR_NAMES.some((name) => name === word);
}

/** null where it is no number of objects. */
function readLevel(factor: string, level: string, problems: ProblemList): string | number | null {
  if (factor !== 'n') return level;
  if (/^\d+$/.test(level)) return Number(level);
  problems.add(['n'], `${quoted(level)} is not a whole number, such as 10`);
  return null;
}
