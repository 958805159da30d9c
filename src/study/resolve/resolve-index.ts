// The weights of an index → shares, with the cells by which everything is measured.

import type { Cell } from '../../factors/cell.ts';
import type { Metric } from '../../items/metrics.ts';
import { compileFilter } from '../cells/filter.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { IndexFile } from '../file/study-file-index.ts';
import { normaliseWeights, type StudyIndex } from '../study-index.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** null where a problem was added. `cells` of all parts; empty while they are not known. */
export function resolveIndex(
  { weights: typed, baseline }: IndexFile,
  cells: readonly Cell[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): StudyIndex | null {
  const weights = normaliseWeights(Object.entries(typed) as [Metric, number][]);
  if (weights === null) problems.add(['index', 'weights'], 'no weight is above 0, so nothing counts');
  const filter =
    baseline === undefined
      ? null
      : compileFilter(baseline, ['index', 'baseline'], cells, vocabulary, problems).filter;
  return weights === null ? null : { ...weights, baseline: filter };
}

/** Of what asks for an index that is not there. */
export function addNoIndex(path: Path, problems: ProblemList): void {
  problems.add(path, 'the study weighs nothing: say what counts under the key index');
}
