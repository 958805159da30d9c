// Bodies of answers to objects, with the lab's own codecs, and the first difference from what they must be.

import { messageOf } from '../../base/errors.ts';
import { decompress } from '../../compression/node-zlib.ts';
import { firstDifference } from '../../data/equal.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { FORMATS } from '../../formats/catalogue.ts';
import type { Codec } from '../../formats/format.ts';
import type { ExchangeQuery } from '../../wire/target-contract.ts';
import type { CheckContext } from '../check.ts';
import type { Reply } from './http-client.ts';
import { sayQuery } from './queries.ts';

/**
 * null where the answer holds exactly the objects asked for; else what is wrong,
 * `book n=10 json/…: [3].price: …`.
 */
export function objectsFinding(context: CheckContext, query: ExchangeQuery, reply: Reply): string | null {
  const what = sayQuery(query);
  if (reply.status !== 200) return `${what}: answered ${reply.status} ${reply.body.toString('utf8', 0, 200)}`;
  try {
    const value = decode(
      query.format,
      context.schemaOf(query.dataset),
      plainBody(query.compression, reply.body),
    );
    const difference = firstDifference(value, context.expected(query));
    return difference === null ? null : `${what}: ${difference}`;
  } catch (error) {
    return `${what}: the body cannot be decoded: ${messageOf(error)}`;
  }
}

/** The body without its compression. Throws where it is not what it says. */
export function plainBody(compression: string, body: Uint8Array): Buffer {
  return Buffer.from(decompress(compression, body));
}

/** The format's first codec that needs no browser. */
export function decode(formatName: string, schema: DataSchema, body: Buffer): DataValue {
  const format = FORMATS.find((each) => each.name === formatName);
  const codec = format?.codecs.find((each) => !each.needs.includes('dom'));
  if (codec === undefined) throw new Error(`the lab has no codec for the format ${formatName}`);
  return decodeWith(codec, schema, body);
}

function decodeWith(codec: Codec, schema: DataSchema, body: Buffer): DataValue {
  switch (codec.takes) {
    case 'json':
      return codec.bind(schema)(JSON.parse(body.toString('utf8')));
    case 'text':
      return codec.bind(schema)(body.toString('utf8'));
    case 'bytes':
      return codec.bind(schema)(body);
  }
}
