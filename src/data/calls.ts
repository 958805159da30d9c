// Every call there is. A call for a list names a number of objects. The transit service has its own folder.

import { type Call, RefusedCall } from './call.ts';
import { DATASETS, generateRecords } from './catalogue.ts';
import { type Dataset, MAX_RECORDS } from './datasets/dataset.ts';
import type { DataRecord, DataSchema, DataValue } from './schema.ts';
import { TRANSIT_CALLS } from './transit/transit-calls.ts';

export const CALLS: readonly Call[] = [...DATASETS.map((dataset) => listCall(dataset)), ...TRANSIT_CALLS];

/** Datasets that are nothing but the answer to a call. */
export const CALLED_DATASETS: readonly string[] = TRANSIT_CALLS.map(({ dataset }) => dataset);

/** null if no call has data of this name, as with people's own data. */
export function callForDataset(dataset: string): Call | null {
  return CALLS.find((call) => call.dataset === dataset) ?? null;
}

/** The calls of an operation. They differ in their requests and have the same schemas. */
export function callsOfOperation(operation: string): readonly Call[] {
  return CALLS.filter((call) => call.operation === operation);
}

export const OPERATIONS: readonly string[] = [...new Set(CALLS.map(({ operation }) => operation))];

/**
 * The number of objects that a request for a list names. Throws a RefusedCall if it is no possible number.
 */
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
