// What levels of n, procedure and computation go with data of one's own, and with datasets that nobody has
// published a computation for.

import { CALLED_DATASETS, CALLS, callForDataset } from '../../data/calls.ts';
import { computationsForDataset } from '../../data/compute/computations.ts';
import { CALL_WORD, computes } from '../../factors/procedure.ts';
import { LIMITS } from '../defaults.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { PayloadRef } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { FactorKey, Levels } from './resolve-levels.ts';

/**
 * The levels of n of one dataset. Without any named, data of one's own are sent whole; empty where some must
 * be named.
 */
export function sizesForDataset(
  dataset: string,
  asked: readonly number[],
  payloads: readonly PayloadRef[],
): readonly number[] {
  if (CALLED_DATASETS.includes(dataset)) return [1];
  const own = payloads.find(({ name }) => name === dataset);
  if (own === undefined) return asked;
  if (own.shape !== 'list') return [1];
  return asked.length === 0 ? [own.count] : asked;
}

/** Adds a problem for every level that one of the datasets cannot have. */
export function addDatasetProblems(
  levels: Levels,
  pathOf: (factor: FactorKey) => Path,
  { datasets, payloads }: Pick<Vocabulary, 'datasets' | 'payloads'>,
  problems: ProblemList,
): void {
  for (const [index, n] of levels.n.entries()) {
    if (n <= LIMITS.objects) continue;
    const path = levels.n.length > 1 ? [...pathOf('n'), index] : pathOf('n');
    problems.add(path, `${n} objects: an answer has at most ${LIMITS.objects}`);
  }
  addCallProblems(levels, pathOf, problems);
  for (const payload of payloads.filter(({ name }) => levels.dataset.includes(name))) {
    for (const n of levels.n) {
      const wrong = wrongSize(payload, n);
      if (wrong !== null) problems.add(pathOf('n'), wrong);
    }
  }
  const sorted = datasets.filter(isComputedWith).join(' and ');
  for (const name of levels.dataset.filter(
    (each) => !isComputedWith(each) && !CALLED_DATASETS.includes(each),
  )) {
    const why = `what is computed is sorting by properties that are published for ${sorted}; with ${name} go procedure e1 and computation none alone`;
    const computing = levels.procedure.filter((each) => computes(each));
    for (const procedure of computing) problems.add(pathOf('procedure'), `${procedure}: ${why}`);
    if (computing.length > 0) continue;
    for (const computation of levels.computation.filter((each) => each !== 'none')) {
      problems.add(pathOf('computation'), `${computation}: ${why}`);
    }
  }
}

/** Some datasets are answers to calls and nothing else; and nothing is called that has people's own data. */
function addCallProblems(
  { dataset, n, procedure }: Levels,
  pathOf: (factor: FactorKey) => Path,
  problems: ProblemList,
): void {
  const called = dataset.filter((each) => CALLED_DATASETS.includes(each));
  if (called.length > 0 && procedure.some((each) => each !== CALL_WORD)) {
    const why = `${called.join(', ')}: what a service answers to a call, which goes with procedure call alone`;
    problems.add(pathOf('procedure'), why);
  }
  for (const each of called.length === 0 ? [] : n.filter((count) => count !== 1)) {
    problems.add(pathOf('n'), `${each}: ${called.join(', ')} are one answer each: n is 1. Leave n out`);
  }
  if (!procedure.includes(CALL_WORD)) return;
  for (const each of dataset.filter((name) => callForDataset(name) === null)) {
    problems.add(
      pathOf('procedure'),
      `call: nothing can be called that answers ${each}, only ${CALLABLE.join(', ')}`,
    );
  }
}

const CALLABLE = CALLS.map(({ dataset }) => dataset);

function isComputedWith(dataset: string): boolean {
  return computationsForDataset(dataset).length > 1;
}

function wrongSize({ name, shape, count, jsonBytes }: PayloadRef, n: number): string | null {
  if (shape === 'list') {
    const bytes = (jsonBytes / count) * n;
    if (bytes <= LIMITS.bodyBytes) return null;
    return `${n} records of ${name} are about ${Math.round(bytes / 1e6)} MB as JSON; one body may have ${LIMITS.bodyBytes / 1e6} MB`;
  }
  if (n === 1) return null;
  const what = shape === 'document' ? 'is one document' : 'is messages, sent one at a time';
  return `${name} ${what}: n is 1. Leave n out, or name ${name} in a part of its own`;
}
