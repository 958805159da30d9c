// Every dataset there is. To add one, add a file in datasets/ and a line in the list.

import { JavaRandom } from '../base/java-random.ts';
import { BOOKS } from './datasets/books.ts';
import type { Dataset } from './datasets/dataset.ts';
import { FILES } from './datasets/files.ts';
import { VIDEOS } from './datasets/videos.ts';
import type { DataRecord } from './schema.ts';

export const DATASETS: readonly Dataset[] = [BOOKS, VIDEOS, FILES];

export const DATASET_NAMES: readonly string[] = DATASETS.map((dataset) => dataset.name);

/** Throws if there is none of that name; callers check names against DATASET_NAMES first. */
export function datasetNamed(name: string): Dataset {
  const matching = DATASETS.find((dataset) => dataset.name === name);
  if (matching === undefined)
    throw new Error(`no dataset named ${name}; there are ${DATASET_NAMES.join(', ')}`);
  return matching;
}

/** The first n records, made in memory. */
export function generateRecords(dataset: Dataset, n: number): DataRecord[] {
  const random = new JavaRandom(dataset.seed);
  return Array.from({ length: n }, (_, i) => dataset.generate(random, i));
}
