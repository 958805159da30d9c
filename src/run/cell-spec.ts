// A planned cell as the agent is told of it.

import { datasetNamed } from '../data/catalogue.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { CellSpec } from '../wire/agent-protocol.ts';

export function cellSpec(cell: PlannedCell, targetUrl: string): CellSpec {
  const { compression, ...factors } = cell.factors;
  const { dataset, n, format, codec, encoder, procedure, computation, connection, protocol } = factors;
  const [name, level] = compression.split('-') as [string, string?];
  return {
    cell: cell.id,
    targetUrl,
    connection,
    protocol,
    schema: datasetNamed(dataset).schema,
    dataset,
    n,
    format,
    codec,
    encoder,
    compression: name,
    level: level === undefined ? null : Number(level),
    procedure,
    computation,
  };
}
