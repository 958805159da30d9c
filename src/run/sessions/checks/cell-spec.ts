// A planned cell as the agent is told of it.

import type { Call } from '../../../data/call.ts';
import { callForDataset } from '../../../data/calls.ts';
import { datasetNamed } from '../../../data/catalogue.ts';
import type { DataSchema } from '../../../data/schema.ts';
import { messageCount } from '../../../data/store/stored-data.ts';
import type { Cell } from '../../../factors/cell.ts';
import { computationOf, connectionOf, isSequence } from '../../../factors/cell.ts';
import { RANDOM_DATASET } from '../../../factors/dataset.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { MOST_DATA_MESSAGES } from '../../../messages/sizes.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import { type AnsweringUrl, ownPayload, type PayloadRef } from '../../../study/study.ts';
import type { CellCall, CellSpec } from '../../../wire/agent-protocol.ts';
import type { TargetAddress } from '../../../wire/target-contract.ts';
import { cellSequence, type SequenceSurroundings } from './cell-sequence.ts';

/** Of messages of random content: nothing is decoded. */
const NO_SCHEMA: DataSchema = { name: 'Random', root: { kind: 'null' } };

/** `payloads`: the study's. */
export function cellSpec(
  cell: PlannedCell,
  { targetUrl, secret }: TargetAddress,
  payloads: readonly PayloadRef[],
  surroundings: SequenceSurroundings,
): CellSpec {
  const { factors } = cell;
  const { dataset, n, format, codec, encoder, protocol, compression } = factors;
  return {
    cell: cell.id,
    targetUrl,
    secret,
    connection: connectionOf(factors),
    thread: threadOf(factors),
    protocol,
    ...dataOf(cell, payloads),
    dataset,
    n,
    format,
    codec,
    encoder,
    compression: compression.coding,
    level: compression.level,
    procedure: procedureFor(factors),
    computation: computationOf(factors),
    sequence: cellSequence(factors, surroundings),
    call: cellCall(cell),
    ...ofUrl(ownPayload(factors, payloads)?.url),
  };
}

function ofUrl(url: AnsweringUrl | undefined): Pick<CellSpec, 'changes' | 'leastGapMs'> {
  if (url === undefined) return {};
  const { changes, perSecond } = url;
  return {
    ...(changes === true && { changes }),
    ...(perSecond !== undefined && { leastGapMs: 1_000 / perSecond }),
  };
}

/** Sequences have no worker. */
function threadOf(cell: Cell): CellSpec['thread'] {
  return cell.kind === 'sequence' ? 'main' : cell.thread;
}

/** Sequences have none: the agent protocol gives them that of a request. */
function procedureFor(cell: Cell): CellSpec['procedure'] {
  if (cell.kind === 'request') return cell.procedure;
  return cell.kind === 'call' ? 'call' : 'e1';
}

/** The client encodes as its platform does by default. */
function cellCall({ factors }: PlannedCell): CellCall | null {
  if (factors.kind !== 'call') return null;
  const { operation, requestSchema, request } = callNamed(factors.dataset);
  const encoder = formatNamed(factors.format).encoders[0]!.name;
  return { operation, schema: requestSchema, request: request(factors.n), encoder };
}

/** A study names nothing that cannot be called. */
function callNamed(dataset: string): Call {
  const call = callForDataset(dataset);
  if (call === null) throw new Error(`nothing is called that answers ${dataset}`);
  return call;
}

function isList({ root }: DataSchema): boolean {
  return root.kind === 'array';
}

function dataOf(
  { factors }: PlannedCell,
  payloads: readonly PayloadRef[],
): { readonly schema: DataSchema; readonly shape: CellSpec['shape']; readonly messages: number } {
  const { dataset, n } = factors;
  if (dataset === RANDOM_DATASET) return { schema: NO_SCHEMA, shape: 'document', messages: 1 };
  if (factors.kind === 'call') {
    const { answerSchema } = callNamed(dataset);
    return { schema: answerSchema, shape: isList(answerSchema) ? 'list' : 'document', messages: 1 };
  }
  const own = ownPayload(factors, payloads);
  const sequence = isSequence(factors) ? Math.min(n, MOST_DATA_MESSAGES) : null;
  if (own === undefined) {
    return { schema: datasetNamed(dataset).schema, shape: 'list', messages: sequence ?? 1 };
  }
  const { schema, shape, count } = own;
  const different = shape === 'document' ? 1 : count;
  return { schema, shape, messages: sequence === null ? messageCount(own) : Math.min(sequence, different) };
}
