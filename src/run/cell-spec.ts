// A planned cell as the agent is told of it.

import { datasetNamed } from '../data/catalogue.ts';
import type { DataSchema } from '../data/schema.ts';
import { messagesOf } from '../data/stored-data.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { PayloadRef } from '../study/study.ts';
import type { CellSpec } from '../wire/agent-protocol.ts';

/** `payloads`: the study's. */
export function cellSpec(cell: PlannedCell, targetUrl: string, payloads: readonly PayloadRef[]): CellSpec {
  const { compression, ...factors } = cell.factors;
  const { dataset, n, format, codec, encoder, procedure, computation, connection, protocol } = factors;
  const [name, level] = compression.split('-') as [string, string?];
  return {
    cell: cell.id,
    targetUrl,
    connection,
    protocol,
    ...dataOf(dataset, payloads),
    dataset,
    n,
    format,
    codec,
    encoder,
    compression: name,
    level: level === undefined ? null : Number(level),
    procedure,
    computation,
    sequence: null,
  };
}

function dataOf(
  dataset: string,
  payloads: readonly PayloadRef[],
): { readonly schema: DataSchema; readonly shape: CellSpec['shape']; readonly messages: number } {
  const own = payloads.find(({ name }) => name === dataset);
  if (own === undefined) return { schema: datasetNamed(dataset).schema, shape: 'list', messages: 1 };
  return { schema: own.schema, shape: own.shape, messages: messagesOf(own) };
}
