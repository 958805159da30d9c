// Reads what a sequence shall be, from the JSON body of POST /sequence or the query of a stand-alone GET
// /events, and checks it into a SequenceSpec. A problem names the first field that is wrong by its path:
// `content.size.bytes`.

import { DIRECTIONS } from '../../factors/direction.ts';
import { MODES } from '../../factors/mode.ts';
import { parseSize, randomSize, type SizePolicy } from '../../factors/size.ts';
import { roughBytes } from '../../messages/sizes.ts';
import { MESSAGE_LIMITS, type MessageContent, type SequenceSpec } from '../../wire/sequence.ts';
import { Refusal, readParameters } from '../parameters.ts';
import { badParameter, unsupported } from '../problem.ts';
import type { Features } from '../query.ts';

type Fields = Readonly<Record<string, unknown>>;

const BODIES = ['text', 'binary'] as const;
const COMPRESSIONS = ['none', 'permessage-deflate'] as const;
const LARGEST_SEED = 2 ** 32 - 1;

/** Throws a Refusal. */
export function readSpec(text: string, features: Features): SequenceSpec {
  const known = ['direction', 'mode', 'ratePerSecond', 'messages', 'content', 'compression'];
  const fields = readFields(parsed(text), '', known);
  const direction = readWord(fields, 'direction', DIRECTIONS);
  const mode = readWord(fields, 'mode', MODES);
  const messages = whole(fields, 'messages', 1, MESSAGE_LIMITS.messages);
  const compression = readWord({ compression: 'none', ...fields }, 'compression', COMPRESSIONS);
  const content = readContent(fields.content, messages, features);
  return { direction, mode, ratePerSecond: readRate(fields, mode), messages, content, compression };
}

/** Names of a stand-alone query: `/events?messages=10&size=random-100-1000&body=text&seed=7&rate=50`. */
const QUERY_NAMES = ['messages', 'size', 'body', 'seed', 'rate', 'compression'];

/** A sequence of random content to the client; without `rate` it goes as fast as it can. Throws a Refusal. */
export function readStandAlone(search: string): SequenceSpec {
  const query = Object.fromEntries(readParameters(search, QUERY_NAMES));
  const fields: Fields = {
    messages: numberIn(query.messages ?? '10'),
    seed: numberIn(query.seed ?? '1'),
    rate: query.rate === undefined ? null : numberIn(query.rate),
    body: query.body ?? 'text',
    compression: query.compression ?? 'none',
  };
  const messages = whole(fields, 'messages', 1, MESSAGE_LIMITS.messages);
  const sizeWord = query.size ?? '100';
  const level = parseSize(sizeWord);
  const size = level === null ? null : randomSize(level);
  if (size === null) throw wrong(sizeWord, 'size', '100, random-100-1000 or growing-100');
  checkSize(size, messages, 'size');
  const body = readWord(fields, 'body', BODIES);
  const seed = whole(fields, 'seed', 0, LARGEST_SEED);
  const paced = fields.rate !== null;
  return {
    direction: 'server-to-client',
    mode: paced ? 'paced' : 'throughput',
    ratePerSecond: paced ? rate(fields, 'rate') : null,
    messages,
    content: { kind: 'random', body, size, seed },
    compression: readWord(fields, 'compression', COMPRESSIONS),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Refusal(badParameter('body', `is no JSON: ${(thrown as Error).message}`));
  }
}

function readContent(value: unknown, messages: number, features: Features): MessageContent {
  const { kind } = readFields(value, 'content', null);
  if (kind === 'data') return dataContent(value, features);
  const fields = readFields(value, 'content', ['kind', 'body', 'size', 'seed']);
  return {
    kind: readWord(fields, 'kind', ['random', 'data'] as const, 'content') as 'random',
    body: readWord(fields, 'body', BODIES, 'content'),
    size: sizeIn(fields.size, messages),
    seed: whole(fields, 'seed', 0, LARGEST_SEED, 'content'),
  };
}

function dataContent(value: unknown, { datasets, payloads = [], formats }: Features): MessageContent {
  const fields = readFields(value, 'content', ['kind', 'dataset', 'format', 'encoder', 'codec']);
  const dataset = named(fields, 'dataset', [...datasets, ...payloads.map(({ name }) => name)]);
  const format = named(fields, 'format', Object.keys(formats));
  const encoder = named(fields, 'encoder', formats[format]!);
  if (typeof fields.codec !== 'string') throw wrong(fields.codec, 'content.codec', 'the name of a codec');
  return { kind: 'data', dataset, format, encoder, codec: fields.codec };
}

function sizeIn(value: unknown, messages: number): SizePolicy {
  const path = 'content.size';
  const { policy } = readFields(value, path, null);
  const names = policy === 'random' ? ['policy', 'least', 'most'] : ['policy', 'bytes'];
  const fields = readFields(value, path, names);
  const { leastBytes, mostBytes } = MESSAGE_LIMITS;
  const name = readWord(fields, 'policy', ['fixed', 'random', 'growing'] as const, path);
  const bytes = (field: string) => whole(fields, field, leastBytes, mostBytes, path);
  const size: SizePolicy =
    name === 'random'
      ? { policy: name, least: bytes('least'), most: bytes('most') }
      : { policy: name, bytes: bytes('bytes') };
  checkSize(size, messages, path);
  return size;
}

function checkSize(size: SizePolicy, messages: number, path: string): void {
  const { leastBytes, mostBytes, growthBytes } = MESSAGE_LIMITS;
  const sizes = size.policy === 'random' ? [size.least, size.most] : [size.bytes];
  for (const bytes of sizes) {
    if (bytes < leastBytes || bytes > mostBytes)
      throw wrong(bytes, path, `bytes from ${leastBytes} to ${mostBytes}`);
  }
  if (size.policy === 'random' && size.least > size.most)
    throw wrong(size.most, `${path}.most`, `at least ${size.least}`);
  const together = roughBytes(size, messages);
  if (size.policy === 'growing' && together > growthBytes)
    throw wrong(together, path, `at most ${growthBytes} bytes of all messages that grow together`);
}

function readRate(fields: Fields, mode: SequenceSpec['mode']): number | null {
  if (mode === 'paced') return rate(fields, 'ratePerSecond');
  if (fields.ratePerSecond === undefined || fields.ratePerSecond === null) return null;
  throw new Refusal(badParameter('ratePerSecond', `only paced sequences have it, not ${mode}`));
}

function rate(fields: Fields, name: string): number {
  const value = fields[name];
  const most = MESSAGE_LIMITS.ratePerSecond;
  if (typeof value === 'number' && value > 0 && value <= most) return value;
  throw wrong(value, name, `messages a second, above 0 and at most ${most}`);
}

/**
 * If `known` is null, any field may stand there; the caller then checks the fields by the kind of the object.
 */
function readFields(value: unknown, path: string, known: readonly string[] | null): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(value, path === '' ? 'body' : path, 'an object');
  const odd = Object.keys(value).find((name) => known?.includes(name) === false);
  if (odd !== undefined && known !== null)
    throw new Refusal(badParameter(at(path, odd), 'no such field', known));
  return value as Fields;
}

function readWord<T extends string>(fields: Fields, name: string, allowed: readonly T[], path = ''): T {
  const value = fields[name];
  const word = allowed.find((each) => each === value);
  if (word !== undefined) return word;
  throw new Refusal(badParameter(at(path, name), seen(value), allowed));
}

/** Reads a name that this target may not have. */
function named(fields: Fields, name: string, allowed: readonly string[]): string {
  const value = fields[name];
  if (typeof value !== 'string')
    throw new Refusal(badParameter(`content.${name}`, `${seen(value)}: a name is wanted`, allowed));
  if (!allowed.includes(value)) throw new Refusal(unsupported(`content.${name}`, value, allowed));
  return value;
}

function whole(fields: Fields, name: string, least: number, most: number, path = ''): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw wrong(value, at(path, name), `a whole number from ${least} to ${most}`);
}

function wrong(value: unknown, path: string, wanted: string): Refusal {
  return new Refusal(badParameter(path, `${seen(value)}: ${wanted} is wanted`));
}

function seen(value: unknown): string {
  return value === undefined ? 'is missing' : `is ${JSON.stringify(value)?.slice(0, 100)}`;
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** NaN if it is no decimal number; NaN then fails the check that follows. */
function numberIn(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
