// A call as the suite makes it: the request encoded by the lab's own encoder, the answer decoded by its own
// decoder and held to what the lab's own service answers.

import { messageOf } from '../../base/errors.ts';
import { callsOfOperation } from '../../data/calls.ts';
import { firstDifference } from '../../data/equal.ts';
import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import { whyRefused } from '../../formats/shared/refusal.ts';
import { type CallFeatures, callPath as pathOfCall } from '../../wire/target-contract.ts';
import { decode, plainBody } from '../clients/decode.ts';
import type { HttpClient, Reply } from '../clients/http-client.ts';

export interface AskedCall {
  readonly operation: string;
  readonly format: string;
  /** The target's. */
  readonly encoder: string;
  readonly request: DataRecord;
  readonly compression?: string;
  readonly level?: number;
  readonly close?: boolean;
  readonly opaque?: boolean;
}

/** Path and query. */
export function callPath(asked: AskedCall): string {
  const {
    operation,
    format,
    encoder,
    compression = 'none',
    level = null,
    close = false,
    opaque = false,
  } = asked;
  return pathOfCall({ operation, format, codec: encoder, compression, level, close, opaque });
}

export function sendCall(client: HttpClient, asked: AskedCall): Promise<Reply> {
  const body = encoded(asked.format, requestSchema(asked.operation), asked.request);
  return postBody(client, callPath(asked), asked.format, body);
}

export function postBody(client: HttpClient, path: string, format: string, body: Uint8Array): Promise<Reply> {
  const headers: Record<string, string> = {
    'Content-Type': formatNamed(format).contentType,
    'Content-Length': String(body.length),
  };
  return client.get(path, { method: 'POST', headers, body });
}

export function encoded(format: string, schema: DataSchema, value: DataValue): Uint8Array {
  return formatNamed(format).encoders[0]!.bind(schema)(value);
}

export function requestSchema(operation: string): DataSchema {
  return callsOfOperation(operation)[0]!.requestSchema;
}

/** null where the answer is what the lab's own service answers; else what is wrong. */
export function answerFinding(asked: AskedCall, reply: Reply): string | null {
  const what = sayCall(asked);
  if (reply.status !== 200) return `${what}: answered ${reply.status} ${reply.body.toString('utf8', 0, 200)}`;
  const [call] = callsOfOperation(asked.operation);
  try {
    const body = plainBody(asked.compression ?? 'none', reply.body);
    const value = decode(asked.format, call!.answerSchema, body);
    const difference = firstDifference(value, call!.answer(asked.request));
    return difference === null ? null : `${what}: ${difference}`;
  } catch (error) {
    return `${what}: the body cannot be decoded: ${messageOf(error)}`;
  }
}

/** `checkname json/jackson gzip-6 {"id":"51…`. */
export function sayCall({ operation, format, encoder, compression, level, request }: AskedCall): string {
  const said = JSON.stringify(request);
  const compressed =
    compression === undefined ? '' : ` ${compression}${level === undefined ? '' : `-${level}`}`;
  return `${operation} ${format}/${encoder}${compressed} ${said.length > 100 ? `${said.slice(0, 99)}…` : said}`;
}

/** Every format and encoder that the lab itself can carry this operation in. */
export function listCallFormats(
  { formats }: CallFeatures,
  operation: string,
): { format: string; encoder: string }[] {
  const [call] = callsOfOperation(operation);
  return Object.entries(formats)
    .filter(([format]) =>
      [call!.requestSchema, call!.answerSchema].every(
        (schema) => whyRefused(formatNamed(format).encoders[0]!, schema, []) === null,
      ),
    )
    .flatMap(([format, encoders]) => encoders.map((encoder) => ({ format, encoder })));
}
