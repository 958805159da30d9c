// Published tables → rows whose cells are spelled out.

import { compileFilter } from '../cells/filter.ts';
import type { ProblemList } from '../file/problem-list.ts';
import type { PublishedTableFile } from '../file/study-file-figures.ts';
import type { Part, PublishedTable } from '../study.ts';
import { INDEX } from '../study-index.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { addNoIndex } from './resolve-index.ts';

/**
 * Adds a problem for every row that no cell fits, or that has more or fewer figures than there are columns.
 * `hasIndex`: whether the study says what it weighs.
 */
export function resolveFigures(
  typed: readonly PublishedTableFile[],
  parts: readonly Part[],
  hasIndex: boolean,
  vocabulary: Vocabulary,
  problems: ProblemList,
): PublishedTable[] {
  return typed.map(({ title, part, metrics, rows }, index) => {
    const path = ['publishedFigures', index];
    if (new Set(metrics).size < metrics.length) problems.add([...path, 'metrics'], 'names one twice');
    const column = metrics.indexOf(INDEX);
    if (column >= 0 && !hasIndex) addNoIndex([...path, 'metrics', column], problems);
    const own = part === undefined ? parts : parts.filter(({ name }) => name === part);
    const cells = own.flatMap((one) => one.cells);
    if (own.length === 0) {
      const names = parts.map(({ name }) => name);
      problems.addUnknown([...path, 'part'], 'part', part, names);
    }
    return {
      title,
      ...(part !== undefined && { part }),
      metrics,
      rows: rows.map(({ of, figures }, row) => {
        const at = [...path, 'rows', row];
        if (figures.length !== metrics.length) {
          problems.add([...at, 'figures'], `has ${figures.length}, and there are ${metrics.length} metrics`);
        }
        return { of: compileFilter(of, [...at, 'of'], cells, vocabulary, problems).filter, figures };
      }),
    };
  });
}
