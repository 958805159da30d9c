// `--only n=10,format=json,xml`: the part of a study that has these levels.

import { UserError } from '../../base/errors.ts';
import { FACTOR_NAMES } from '../../wire/factors.ts';
import { compileFilter } from '../cells/filter.ts';
import { type Changed, cellsOf, keepCells } from '../cells/keep-cells.ts';
import { ProblemList } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import type { Study } from '../study.ts';
import { networkNames, type Vocabulary } from '../vocabulary.ts';

const FLAG = '--only';

/**
 * `entries` are `factor=level` or `factor=level,level`, or several of these joined by commas. Throws a UserError with
 * every word that is no factor or no level of the study, or if nothing remains.
 */
export function onlyLevels(study: Study, entries: readonly string[], vocabulary: Vocabulary): Changed {
  const problems = new ProblemList(FLAG);
  const asked = readEntries(entries, problems);
  problems.throwIfAny();
  const own = study.networks.filter(({ name }) => !networkNames(vocabulary).includes(name));
  const datasets = [...vocabulary.datasets, ...study.payloads.map(({ name }) => name)];
  const known = { ...vocabulary, networks: [...vocabulary.networks, ...own], datasets };
  const { matches } = compileFilter(asked, [], cellsOf(study), known, problems);
  problems.throwIfAny();
  const kept = keepCells(study, matches);
  const [before, after] = [cellsOf(study).length, cellsOf(kept).length];
  if (after === before) return { study: kept, notes: [] };
  const lost = study.index !== undefined && kept.index === undefined;
  const without = lost ? ', without the index: its baseline is none of them' : '';
  return { study: kept, notes: [`${FLAG}: ${after} of ${before} cells${without}`] };
}

function readEntries(entries: readonly string[], problems: ProblemList): FilterFile {
  const levels = new Map<string, (string | number)[]>();
  let factor: string | null = null;
  for (const word of entries.flatMap((entry) => entry.split(',')).map((each) => each.trim())) {
    const found = /^([^=]*)=(.*)$/.exec(word);
    if (found !== null) {
      factor = found[1]!.trim();
      if (!FACTOR_NAMES.some((name) => name === factor)) {
        problems.addUnknown([], 'factor', factor, FACTOR_NAMES);
      }
    }
    const level = found === null ? word : found[2]!.trim();
    if (factor === null || level === '') {
      throw new UserError([
        { file: FLAG, path: '', what: `"${word}" is not factor=level, such as n=10 or format=json,xml` },
      ]);
    }
    levels.set(factor, [...(levels.get(factor) ?? []), readLevel(factor, level, problems)]);
  }
  const single = [...levels].map(([name, list]) => [name, list.length === 1 ? list[0] : list]);
  return Object.fromEntries(single) as FilterFile;
}

function readLevel(factor: string, level: string, problems: ProblemList): string | number {
  if (factor !== 'n') return level;
  if (!/^\d+$/.test(level)) problems.add(['n'], `${level} is not a whole number`);
  return Number(level);
}
