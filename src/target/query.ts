// Reads the queries of /exchange and /bytes into checked values, or finds the problem of the first wrong
// parameter.

import { computationsForDataset } from '../data/compute/computations.ts';
import type { About, DictionaryQuery, ExchangeQuery, PayloadFeature } from '../wire/target-contract.ts';
import {
  count,
  flag,
  type Parsed,
  Refusal,
  readChoice,
  readParameters,
  refusable,
  wholeNumber,
} from './parameters.ts';
import { badParameter } from './problem.ts';

export type Features = About['features'];

/** Largest body that /bytes gives. */
const MAX_BYTES = 100_000_000;

const EXCHANGE_PARAMETERS = [
  'dataset',
  'n',
  'message',
  'format',
  'codec',
  'compression',
  'level',
  'compute',
  'connection',
  'opaque',
  'serial',
];
const DICTIONARY_PARAMETERS = ['dataset', 'format', 'codec'];
const BYTES_PARAMETERS = ['n', 'connection', 'serial'];

export function parseExchange(search: string, features: Features): Parsed<ExchangeQuery> {
  return refusable(() => readExchange(readParameters(search, EXCHANGE_PARAMETERS), features));
}

/** Refuses data that have no earlier answer. */
export function parseDictionary(search: string, features: Features): Parsed<DictionaryQuery> {
  return refusable(() => {
    const parameters = readParameters(search, DICTIONARY_PARAMETERS);
    const withOne = (features.payloads ?? []).filter(({ dictionary }) => dictionary !== undefined);
    const dataset = readChoice(
      parameters,
      'dataset',
      withOne.map(({ name }) => name),
    );
    return { dataset, ...readFormatAndEncoder(parameters, features) };
  });
}

export interface BytesQuery {
  readonly n: number;
  readonly close: boolean;
}

export function parseBytes(search: string): Parsed<BytesQuery> {
  return refusable(() => {
    const parameters = readParameters(search, BYTES_PARAMETERS);
    return { n: count(parameters, 'n', 0, MAX_BYTES), close: flag(parameters, 'connection', 'close') };
  });
}

function readExchange(parameters: ReadonlyMap<string, string>, features: Features): ExchangeQuery {
  const { payloads = [], datasets } = features;
  const dataset = readChoice(parameters, 'dataset', [...datasets, ...payloads.map(({ name }) => name)]);
  const payload = payloads.find(({ name }) => name === dataset);
  const n = count(parameters, 'n', 1, payload?.maxN ?? features.maxN);
  const message = readMessage(parameters, payload);
  const { format, codec } = readFormatAndEncoder(parameters, features);
  const compressions = { ...features.compressions, ...payload?.dictionary };
  const { compression, level } = readCompression(parameters, compressions);
  const compute = readChoice(parameters, 'compute', computationsForDataset(dataset), 'none');
  const close = flag(parameters, 'connection', 'close');
  const opaque = flag(parameters, 'opaque', '1');
  return { dataset, n, message, format, codec, compression, level, compute, close, opaque };
}

/** `compressions` is what /about lists. */
export function readCompression(
  parameters: ReadonlyMap<string, string>,
  compressions: Features['compressions'],
): Pick<ExchangeQuery, 'compression' | 'level'> {
  const compression = readChoice(parameters, 'compression', Object.keys(compressions), 'none');
  return { compression, level: readLevel(parameters, compression, compressions[compression] ?? []) };
}

function readFormatAndEncoder(parameters: ReadonlyMap<string, string>, { formats }: Features) {
  const format = readChoice(parameters, 'format', Object.keys(formats));
  const encoders = formats[format] ?? [];
  return { format, codec: readChoice(parameters, 'codec', encoders, encoders[0]) };
}

/**
 * The number of the message, the first by default; null for data that are no messages, where nobody may
 * choose one.
 */
function readMessage(
  parameters: ReadonlyMap<string, string>,
  payload: PayloadFeature | undefined,
): number | null {
  const isNamed = parameters.has('message');
  if (payload?.shape === 'messages') return isNamed ? count(parameters, 'message', 0, payload.count - 1) : 0;
  if (!isNamed) return null;
  throw new Refusal(badParameter('message', 'only messages have it'));
}

function readLevel(
  parameters: ReadonlyMap<string, string>,
  compression: string,
  levels: readonly number[],
): number | null {
  const text = parameters.get('level');
  if (levels.length === 0) {
    if (text === undefined) return null;
    throw new Refusal(badParameter('level', `compression ${compression} has no levels`));
  }
  const level = wholeNumber(text);
  if (level !== null && levels.includes(level)) return level;
  const actual = text === undefined ? 'is missing' : `is ${JSON.stringify(text)}`;
  throw new Refusal(badParameter('level', `${actual}: compression ${compression} wants one`, levels));
}
