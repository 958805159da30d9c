// Every call there is. Lists are asked for by how many of them; the transit service has its own folder.

import { type Call, RefusedCall } from './call.ts';
import { DATASETS, generateRecords } from './catalogue.ts';
import { type Dataset, MAX_RECORDS } from './datasets/dataset.ts';
import type { DataRecord, DataSchema, DataValue } from './schema.ts';
import { TRANSIT_CALLS } from './transit/transit-calls.ts';

export const CALLS: readonly Call[] = [...DATASETS.map((dataset) => listCall(dataset)), ...TRANSIT_CALLS];

/** Datasets that are nothing but the answer to a call. */
export const CALLED_DATASETS: readonly string[] = TRANSIT_CALLS.map(({ dataset }) => dataset);

/** null where nothing can be called that has data of this name, as one's own. */
export function callForDataset(dataset: string): Call | null {
  return CALLS.find((call) => call.dataset === dataset) ?? null;
}

/** Several calls may share an operation, with other requests; their schemas are the same. */
export function callsOfOperation(operation: string): readonly Call[] {
  return CALLS.filter((call) => call.operation === operation);
}

export const OPERATIONS: readonly string[] = [...new Set(CALLS.map(({ operation }) => operation))];

/** What a request of a list asks for. Throws a RefusedCall where it is no number of objects. */
export function objectsAsked({ n }: DataRecord, most = MAX_RECORDS): number {
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= most) return n;
  throw new RefusedCall(`n is ${JSON.stringify(n)}: a whole number from 1 to ${most} is wanted`);
}

function listCall(dataset: Dataset): Call {
  const { name, schema } = dataset;
  const operation = `${name}s`;
  return {
    dataset: name,
    operation,
    requestSchema: requestSchema(`${capitalised(operation)}Request`),
    request: (n) => ({ n }),
    answerSchema: schema,
    answer: (request): DataValue => generateRecords(dataset, objectsAsked(request)),
  };
}

function requestSchema(name: string): DataSchema {
  const n = { kind: 'integer', min: 1, max: MAX_RECORDS } as const;
  const fields = [{ name: 'n', type: n, optional: false }];
  return { name, root: { kind: 'record', name, fields, orderVaries: false } };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
