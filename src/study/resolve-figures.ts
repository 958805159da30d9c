// Published tables → rows whose cells are spelled out.

import type { Factors } from '../wire/factors.ts';
import { compileFilter } from './filter.ts';
import type { ProblemList } from './problem-list.ts';
import type { PublishedTable } from './study.ts';
import type { PublishedTableFile } from './study-file-figures.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Adds a problem for every row that no cell fits, or that has more or fewer figures than there are columns. */
export function resolveFigures(
  typed: readonly PublishedTableFile[],
  cells: readonly Factors[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): PublishedTable[] {
  return typed.map(({ title, metrics, rows }, index) => {
    const path = ['publishedFigures', index];
    if (new Set(metrics).size < metrics.length) problems.add([...path, 'metrics'], 'names one twice');
    return {
      title,
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
