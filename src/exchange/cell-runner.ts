// What an agent prepares for a cell before any exchange of it is timed: the bound decoder, the bound computation
// and the shape of its URL. Everything that can be done beforehand is done here, so that the timed code only
// fetches, decodes and computes.

import { computationNamed } from '../compute/computations.ts';
import type { DataValue } from '../data/schema.ts';
import { codecOf } from '../formats/catalogue.ts';
import type { BodyKind } from '../formats/format.ts';
import type { CellSpec } from '../wire/agent-protocol.ts';
import { exchangeUrl } from '../wire/target-contract.ts';

export interface CellRunner {
  readonly spec: CellSpec;
  readonly takes: BodyKind;
  /** Body, as `takes` says, to plain data. */
  readonly decode: (body: never) => DataValue;
  /** Sorts a list in place; does nothing where the client does not compute. */
  readonly compute: (value: DataValue) => void;
  /** Requests of one exchange. */
  readonly requests: 1 | 2;
  /** How often the client computes on the objects of one exchange. */
  readonly clientComputations: 0 | 1 | 2;
  /** `message`: which one, of messages; any number otherwise. */
  readonly url: (serial: number, message: number, opaque?: boolean) => string;
}

export function prepareCell(spec: CellSpec): CellRunner {
  const codec = codecOf(spec.format, spec.codec);
  const clientComputations = CLIENT_COMPUTATIONS[spec.procedure];
  const computation = clientComputations === 0 ? 'none' : spec.computation;
  return {
    spec,
    takes: codec.takes,
    decode: codec.bind(spec.schema) as (body: never) => DataValue,
    compute: computationNamed(computation, spec.dataset) as (value: DataValue) => void,
    requests: spec.procedure === 'e4' ? 2 : 1,
    clientComputations,
    url: (serial, message, opaque = false) =>
      exchangeUrl(spec.targetUrl, queryOf(spec, message, opaque), serial),
  };
}

const CLIENT_COMPUTATIONS = { e1: 0, e2: 0, e3: 1, e4: 0, e5: 2 } as const;

function queryOf(spec: CellSpec, message: number, opaque: boolean) {
  const serverComputes = spec.procedure === 'e2' || spec.procedure === 'e4';
  return {
    dataset: spec.dataset,
    n: spec.n,
    message: spec.shape === 'messages' ? message : null,
    format: spec.format,
    codec: spec.encoder,
    compression: spec.compression,
    level: spec.level,
    compute: serverComputes ? spec.computation : 'none',
    close: spec.connection === 'cold',
    opaque,
  };
}
