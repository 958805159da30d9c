// POST /call/<operation> and POST /soap: decode the request, carry it out, encode and compress the answer,
// with a time stamp around each step.

import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { RefusedCall } from '../../data/call.ts';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import { type About, type CallFeatures, isSoap } from '../../wire/target-contract.ts';
import { readBody } from '../body.ts';
import { compressKey } from '../exchange.ts';
import { flag, Refusal, readChoice, readParameters, refusable } from '../parameters.ts';
import type { RequestProblem } from '../problem.ts';
import { readCompression } from '../query.ts';
import {
  NO_PHASES,
  sendAnswer,
  sendFault,
  sendProblem,
  type TargetRequest,
  type TargetResponse,
} from '../send.ts';
import { answerEncoder, mediaType, type Operation, requestDecoder, whyNotCarried } from './operations.ts';
import { FAULT_TYPE, faultBody, findOperation } from './soap.ts';
import { writeWsdl } from './wsdl.ts';

export const SOAP_PATH = '/soap';
const CALL_PATH = '/call/';
const MOST_REQUEST_BYTES = 1_000_000;
const PARAMETERS = ['codec', 'compression', 'level', 'connection', 'opaque', 'serial'];

/** Whether it is the path of a call, of whatever operation. */
export function isCallPath(path: string): boolean {
  return path === SOAP_PATH || path.startsWith(CALL_PATH);
}

export interface CallParts {
  readonly features: About['features'];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly compressors: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array>;
  readonly clock: Clock;
  onFailure(thrown: unknown): void;
}

interface CallQuery {
  readonly format: string;
  readonly encoder: string;
  readonly compression: string;
  readonly level: number | null;
  readonly close: boolean;
  readonly opaque: boolean;
}

/** Answers calls with these parts. What was bound for one call serves the next of its kind. */
export class Calls {
  readonly #parts: CallParts;
  readonly #features: CallFeatures;
  readonly #uncarried = new Map<string, string | null>();
  readonly #decoders = new Map<string, (body: Uint8Array) => DataRecord>();
  readonly #encoders = new Map<string, (value: DataValue) => Uint8Array>();

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#features = parts.features.calls!;
  }

  /** The caller has checked that the method is POST. */
  answer(path: string, search: string, request: TargetRequest, response: TargetResponse): void {
    const parsed = refusable(() => this.#parseQuery(path, search, request));
    if ('problem' in parsed) {
      request.resume();
      sendProblem(response, parsed.problem);
      return;
    }
    readBody(request, MOST_REQUEST_BYTES, (body) => {
      if (body === null) return sendProblem(response, TOO_LONG);
      try {
        this.#carryOut(path, parsed.query, body, response);
      } catch (thrown) {
        this.#refuse(path, thrown, response);
      }
    });
  }

  /** Answers GET /soap?wsdl. */
  describe({ headers, socket }: TargetRequest, response: TargetResponse): void {
    const host = headers[':authority'] ?? headers.host ?? '';
    const scheme = 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
    const text = writeWsdl(`${scheme}://${host}${SOAP_PATH}`);
    const body = Buffer.from(text);
    sendAnswer(response, {
      body,
      contentType: FAULT_TYPE,
      contentEncoding: null,
      phases: NO_PHASES,
      close: false,
    });
  }

  #parseQuery(path: string, search: string, { headers }: TargetRequest): CallQuery {
    const isAtSoap = path === SOAP_PATH;
    const parameters = readParameters(search, isAtSoap ? ['format', ...PARAMETERS] : PARAMETERS);
    if (!isAtSoap) this.#operationAt(path);
    const format = isAtSoap
      ? soapFormat(parameters, headers['content-type'] ?? '', this.#features)
      : this.#formatForType(headers['content-type'] ?? '');
    const encoders = this.#features.formats[format]!;
    return {
      format,
      encoder: readChoice(parameters, 'codec', encoders, encoders[0]),
      ...readCompression(parameters, this.#parts.features.compressions),
      close: flag(parameters, 'connection', 'close'),
      opaque: flag(parameters, 'opaque', '1'),
    };
  }

  #operationAt(path: string): Operation {
    const name = path.slice(CALL_PATH.length);
    const operation = this.#parts.operations.get(name);
    if (operation !== undefined) return operation;
    throw new Refusal({
      status: 404,
      detail: `no operation ${name} here`,
      allowed: this.#features.operations,
    });
  }

  #formatForType(contentType: string): string {
    const formats = Object.keys(this.#features.formats).filter((name) => !isSoap(name));
    const format = formats.find(
      (name) => mediaType(formatNamed(name).contentType) === mediaType(contentType),
    );
    if (format !== undefined) return format;
    throw unsupportedType(contentType, formats);
  }

  #carryOut(path: string, query: CallQuery, body: Uint8Array, response: TargetResponse): void {
    const { clock, operations, compressors } = this.#parts;
    const { format, encoder, compression, level, close, opaque } = query;
    const startMs = clock.nowMs();
    const operation = path === SOAP_PATH ? findOperation(format, body, operations) : this.#operationAt(path);
    if (operation === null) throw wrongBody('its first element is no request of an operation here');
    this.#requireCarried(format, operation);
    const request = decoded(this.#decoder(format, operation), body);
    const decodedMs = clock.nowMs();
    const value = operation.answer(request);
    const computedMs = clock.nowMs();
    const encoded = this.#encoder(format, encoder, operation)(value);
    const encodedMs = clock.nowMs();
    const compressed = compressors.get(compressKey(compression, level))!(encoded);
    const compressedMs = clock.nowMs();
    sendAnswer(response, {
      body: compressed,
      contentType: opaque ? 'application/octet-stream' : formatNamed(format).contentType,
      contentEncoding: opaque || compression === 'none' ? null : compression,
      phases: {
        decodeMs: decodedMs - startMs,
        computeMs: computedMs - decodedMs,
        encodeMs: encodedMs - computedMs,
        compressMs: compressedMs - encodedMs,
      },
      close,
    });
  }

  #requireCarried(format: string, operation: Operation): void {
    const why = remembered(this.#uncarried, `${format} ${operation.name}`, () =>
      whyNotCarried(formatNamed(format), operation),
    );
    if (why !== null) throw new Refusal({ status: 501, detail: why, parameter: 'format' });
  }

  #decoder(format: string, operation: Operation): (body: Uint8Array) => DataRecord {
    return remembered(this.#decoders, `${format} ${operation.name}`, () => requestDecoder(format, operation));
  }

  #encoder(format: string, encoder: string, operation: Operation): (value: DataValue) => Uint8Array {
    return remembered(this.#encoders, `${format} ${encoder} ${operation.name}`, () =>
      answerEncoder(format, encoder, operation),
    );
  }

  #refuse(path: string, thrown: unknown, response: TargetResponse): void {
    const problem = describeProblem(thrown);
    if (problem.status === 500) this.#parts.onFailure(thrown);
    if (path !== SOAP_PATH) sendProblem(response, problem);
    else sendFault(response, FAULT_TYPE, faultBody(problem.status, problem.detail));
  }
}

const TOO_LONG: RequestProblem = { status: 413, detail: `a request has at most ${MOST_REQUEST_BYTES} bytes` };

function soapFormat(
  parameters: ReadonlyMap<string, string>,
  contentType: string,
  { formats }: CallFeatures,
): string {
  const known = Object.keys(formats).filter(isSoap);
  const format = readChoice(parameters, 'format', known, 'soap');
  if (mediaType(contentType) === 'text/xml') return format;
  throw unsupportedType(contentType, known);
}

function unsupportedType(contentType: string, formats: readonly string[]): Refusal {
  const allowed = formats.map((name) => mediaType(formatNamed(name).contentType));
  const detail = `Content-Type ${JSON.stringify(contentType)} is no format of calls here`;
  return new Refusal({ status: 415, detail, allowed: [...new Set(allowed)] });
}

/** A decoder that throws at a body from outside means that the body is wrong. */
function decoded(decode: (body: Uint8Array) => DataRecord, body: Uint8Array): DataRecord {
  try {
    return decode(body);
  } catch (thrown) {
    throw wrongBody(messageOf(thrown));
  }
}

function wrongBody(why: string): Refusal {
  return new Refusal({ status: 400, detail: `the body is no request: ${why}` });
}

function describeProblem(thrown: unknown): RequestProblem {
  if (thrown instanceof Refusal) return thrown.problem;
  const detail = messageOf(thrown);
  return { status: thrown instanceof RefusedCall ? 400 : 500, detail };
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  known.set(key, made);
  return made;
}
