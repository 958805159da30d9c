// A planned cell as the agent is told of it.

import { datasetNamed } from '../data/catalogue.ts';
import type { DataSchema } from '../data/schema.ts';
import { messagesOf } from '../data/stored-data.ts';
import { MOST_DATA_MESSAGES } from '../messages/sizes.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { PayloadRef } from '../study/study.ts';
import type { CellSpec } from '../wire/agent-protocol.ts';
import { isMessages, RANDOM_DATASET } from '../wire/factors.ts';
import { cellSequence, type SequenceSurroundings } from './cell-sequence.ts';

/** Of messages of random content: nothing is decoded. */
const NO_SCHEMA: DataSchema = { name: 'Random', root: { kind: 'null' } };

/** `payloads`: the study's. */
export function cellSpec(
  cell: PlannedCell,
  targetUrl: string,
  payloads: readonly PayloadRef[],
  surroundings: SequenceSurroundings,
): CellSpec {
  const { factors } = cell;
  const { dataset, n, format, codec, encoder, procedure, computation, connection, protocol } = factors;
  const [name, level] = compressionOf(cell);
  return {
    cell: cell.id,
    targetUrl,
    connection,
    protocol,
    ...dataOf(cell, payloads),
    dataset,
    n,
    format,
    codec,
    encoder,
    compression: name,
    level: level === undefined ? null : Number(level),
    procedure,
    computation,
    sequence: cellSequence(factors, surroundings),
  };
}

/** `gzip-6` is gzip at level 6; `permessage-deflate` has no level. */
function compressionOf({ factors }: PlannedCell): readonly [name: string, level?: string] {
  const { compression } = factors;
  return isMessages(factors) ? [compression] : (compression.split('-') as [string, string?]);
}

function dataOf(
  { factors }: PlannedCell,
  payloads: readonly PayloadRef[],
): { readonly schema: DataSchema; readonly shape: CellSpec['shape']; readonly messages: number } {
  const { dataset, n } = factors;
  if (dataset === RANDOM_DATASET) return { schema: NO_SCHEMA, shape: 'document', messages: 1 };
  const own = payloads.find(({ name }) => name === dataset);
  const sequence = isMessages(factors) ? Math.min(n, MOST_DATA_MESSAGES) : null;
  if (own === undefined) {
    return { schema: datasetNamed(dataset).schema, shape: 'list', messages: sequence ?? 1 };
  }
  const { schema, shape, count } = own;
  const different = shape === 'document' ? 1 : count;
  return { schema, shape, messages: sequence === null ? messagesOf(own) : Math.min(sequence, different) };
}
