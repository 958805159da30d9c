// What an agent prepares for a cell before any exchange of it is timed: the bound decoder, the bound
// computation and the shape of its URL. Everything that can be done beforehand is done here, so that the
// timed code only fetches, decodes and computes.

import { computationNamed } from '../data/compute/computations.ts';
import type { DataValue } from '../data/schema.ts';
import { NO_CODEC } from '../factors/codec.ts';
import { codecNamed, encoderNamed, formatNamed } from '../formats/catalogue.ts';
import type { BodyKind } from '../formats/format.ts';
import type { CellCall, CellSpec } from '../wire/agent-protocol.ts';
import { callPath, exchangePath, isSoap, requestUrl } from '../wire/target-contract.ts';

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
  /** Of a call; null of all others, which are GET. */
  readonly post: CallPost | null;
}

export interface CallPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly request: DataValue;
  /** Request → its body: what is timed as `client.encode`. */
  readonly encode: (request: DataValue) => Uint8Array<ArrayBuffer>;
}

export function prepareCell(spec: CellSpec): CellRunner {
  const codec = spec.codec === NO_CODEC ? LEFT_AS_BYTES : codecNamed(spec.format, spec.codec);
  const clientComputations = CLIENT_COMPUTATIONS[spec.procedure];
  const computation = clientComputations === 0 ? 'none' : spec.computation;
  return {
    spec,
    takes: codec.takes,
    decode: codec.bind(spec.schema) as (body: never) => DataValue,
    compute: computationNamed(computation, spec.dataset) as (value: DataValue) => void,
    requests: spec.procedure === 'e4' ? 2 : 1,
    clientComputations,
    url: urlOf(spec),
    post: spec.call === null ? null : postOf(spec.call, spec.format),
  };
}

/** Of answers in a format that nothing here decodes. */
const LEFT_AS_BYTES = { takes: 'bytes', bind: () => () => null } as const;

function urlOf(spec: CellSpec): CellRunner['url'] {
  const { call } = spec;
  if (call === null) {
    return (serial, message, opaque = false) =>
      requestUrl(spec, exchangePath(queryOf(spec, message, opaque), serial));
  }
  const [plain, asBytes] = [false, true].map((opaque) =>
    requestUrl(spec, callPath({ ...queryOf(spec, 0, opaque), operation: call.operation })),
  ) as [string, string];
  return (_serial, _message, opaque = false) => (opaque ? asBytes : plain);
}

function postOf({ encoder, schema, request }: CellCall, format: string): CallPost {
  const { contentType } = formatNamed(format);
  return {
    // SOAP 1.1 wants the header, and an empty one says that the body's first element tells what is asked.
    headers: { 'Content-Type': contentType, ...(isSoap(format) && { SOAPAction: '""' }) },
    request,
    encode: encoderNamed(format, encoder).bind(schema) as CallPost['encode'],
  };
}

const CLIENT_COMPUTATIONS = { e1: 0, e2: 0, e3: 1, e4: 0, e5: 2, call: 0 } as const;

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
