// The factors of a study file, as typed: one level or a list of levels each. A filter names some of them.

import { z } from 'zod';
import { COMPUTATIONS } from '../../data/compute/computations.ts';
import { OF_REQUESTS, RANDOM_FORMATS } from '../../wire/factors.ts';
import { DIRECTIONS, MESSAGE_LIMITS, MESSAGE_TRANSPORTS } from '../../wire/sequence.ts';
import { MESSAGE_PROTOCOLS, wholeVocabulary } from '../cells/message-words.ts';
import { DEFAULTS } from '../defaults.ts';
import {
  CONNECTIONS,
  compressionLevels,
  formatLevels,
  knownEncoders,
  networkNames,
  PROCEDURES,
  type Vocabulary,
} from '../vocabulary.ts';
import { ownNetworkSchema } from './study-file-networks.ts';
import { ownPayloadSchema } from './study-file-payloads.ts';

export type FactorsFile = z.infer<ReturnType<typeof factorsSchema>>;
export type FilterFile = z.infer<ReturnType<typeof filterSchema>>;

export function factorsSchema(vocabulary: Vocabulary) {
  return z.strictObject(levelsOf(vocabulary));
}

/**
 * Picks cells: the factors named, each at one of the levels named. A plain `json` or `gzip` means any of its
 * kind.
 */
export function filterSchema(vocabulary: Vocabulary) {
  const codecs = [...new Set(vocabulary.formats.flatMap((format) => format.codecs.map(({ name }) => name)))];
  return z.strictObject({
    ...levelsOf(vocabulary, false),
    dataset: words(
      'What is sent: a dataset, or the name of data of one’s own.',
      [],
      ['book', 'orders'],
    ).optional(),
    network: words('A profile, or the name of a network of one’s own.', [], ['3g', 'office']).optional(),
    codec: words('The client’s decoder.', codecs, ['response.json']).optional(),
  });
}

function levelsOf(vocabulary: Vocabulary, withDefaults = true) {
  const { compressions } = vocabulary;
  const whole = wholeVocabulary(vocabulary);
  const byDefault: ByDefault = (factor) => (withDefaults ? { default: DEFAULTS.factors[factor] } : {});
  return {
    dataset: datasets(whole).optional().meta(byDefault('dataset')),
    n: numbers(
      'Number of objects: the first n of the dataset. Of messages: how many in a sequence, 1000 unless said otherwise. Of a list of one’s own, left out: all of them; any other number is drawn from its records, each as often as the others, up to one.',
    ).optional(),
    format: words(
      '`format`, or `format/codec`, the codec being the client’s decoder (of messages to the server, the server’s). Random messages are `text` or `binary`.',
      [...RANDOM_FORMATS, ...formatLevels(vocabulary.formats)],
      ['json', ['json/JSON.parse', 'xml']],
    ).optional(),
    encoder: words(
      'The server’s encoder, for the formats that have it; else the default of the target.',
      knownEncoders(vocabulary),
      ['protobufjs'],
    ).optional(),
    compression: words(
      `\`none\`, or a content coding by its name in HTTP (brotli is \`br\`), with its level or at its default: ${defaultsOf(compressions)}. Browsers offer br and zstd to HTTPS and, but for WebKit, to loopback; WebKit and Node offer no zstd. dcz is zstd with an earlier answer as dictionary (RFC 9842), for data of one’s own that name one; Chromium alone offers it, to HTTPS and loopback. Cells that a client would not ask for are left out. Of messages: \`none\`, or over WebSocket \`permessage-deflate\`.`,
      compressionLevels(whole.compressions),
      ['gzip', ['none', 'gzip', 'br-5', 'zstd-3']],
    )
      .optional()
      .meta(byDefault('compression')),
    ...levelsOfWork(byDefault),
    network: networks(vocabulary).optional().meta(byDefault('network')),
    connection: words(
      'warm: every request finds a connection open · cold: every request opens one of its own.',
      CONNECTIONS,
      ['warm', ['warm', 'cold']],
    )
      .optional()
      .meta(byDefault('connection')),
    protocol: words(
      'http1: HTTP/1.1 · https1: HTTP/1.1 over TLS · h2: HTTP/2 over TLS · h3: HTTP/3, of WebTransport alone, which needs it and has it by default.',
      MESSAGE_PROTOCOLS,
      ['http1', ['https1', 'h2']],
    )
      .optional()
      .meta(byDefault('protocol')),
    ...levelsOfMessages(withDefaults),
    browser: words('The client.', vocabulary.browsers, ['chromium', ['chromium', 'firefox']])
      .optional()
      .meta(byDefault('browser')),
    target: words('The server: a folder of targets/.', [], ['node']).optional().meta(byDefault('target')),
  };
}

type ByDefault = (factor: keyof typeof DEFAULTS.factors) => { readonly default?: unknown };

/** What is computed on the objects of a request, and where. */
function levelsOfWork(byDefault: ByDefault) {
  return {
    procedure: words(
      'e1: request, no computation · e2: the server computes · e3: the client computes · e4: e2 twice · e5: request once, the client computes twice · call: the client encodes a request and posts it, the server decodes it and answers.',
      PROCEDURES,
      ['e1', ['e2', 'e3']],
    )
      .optional()
      .meta(byDefault('procedure')),
    computation: words(
      'none (with e1 and call only) · cm1: one sort by one property · cm2: one sort by each · cm3, cm4, cm5: cm2’s sorts 10, 100, 1000 times.',
      COMPUTATIONS,
      ['cm1', ['cm1', 'cm2']],
    )
      .optional()
      .meta(byDefault('computation')),
  };
}

/** What only messages have. */
function levelsOfMessages(withDefaults: boolean) {
  const byDefault = (level: string | number) => (withDefaults ? { default: level } : {});
  return {
    transport: words(
      'What carries messages in the browser. Naming it makes a part’s exchanges sequences of n messages; without it each is a request and its answer. `stream` is a fetch whose body goes on; `sse+xhr` sends by XMLHttpRequest and receives by Server-Sent Events.',
      [OF_REQUESTS.transport, ...MESSAGE_TRANSPORTS],
      ['websocket', ['sse', 'websocket']],
    ).optional(),
    direction: words(
      'Which way messages go; both ways the server sends each one back. Left out: every direction that all transports named have.',
      DIRECTIONS,
      ['server-to-client'],
    ).optional(),
    mode: words(
      'throughput: all as fast as they go · ping-pong: the next when the former was answered · paced-50: 50 a second (any rate), whether or not the former has arrived; latencies count from the planned time.',
      [],
      ['throughput', ['throughput', 'paced-50']],
    )
      .optional()
      .meta(byDefault(DEFAULTS.messages.mode)),
    size: sizes().optional().meta(byDefault(DEFAULTS.messages.size)),
  };
}

/** Checked later, where a message can name what a size may be. */
function sizes() {
  const bytes = z.number();
  const words = z.string().min(1);
  return z.union([bytes, words, z.array(z.union([bytes, words])).min(1)]).meta({
    description:
      'Bytes of a message of random content: a number, random-100-1000 (drawn evenly), growing-100 (each 100 longer than the one before). Messages of data are as long as they are.',
    examples: [100, ['100', '1kB', 'random-100-1000', 'growing-100']],
  });
}

function defaultsOf(compressions: Vocabulary['compressions']): string {
  return compressions
    .filter(({ defaultLevel }) => defaultLevel !== null)
    .map(({ name, defaultLevel }) => `${name}-${defaultLevel}`)
    .join(', ');
}

/**
 * One word or a list. The words are checked later, where a message can name the nearest; editors get them
 * here. Without known words editors accept any.
 */
function words(description: string, known: readonly string[], examples: readonly (string | string[])[]) {
  const plain = z.string().min(1);
  const word = known.length > 0 ? plain.meta({ enum: known }) : plain;
  return z.union([word, z.array(word).min(1)]).meta({ description, examples: [...examples] });
}

/** Names of datasets, and data of one's own. */
function datasets(vocabulary: Vocabulary) {
  const word = z.string().min(1).meta({ enum: vocabulary.datasets });
  const level = z.union([word, ownPayloadSchema()]);
  return z.union([word, ownPayloadSchema(), z.array(level).min(1)]).meta({
    description:
      'What is sent: objects that are generated, or data of one’s own; as messages also `random` content, the default there. Entries of file are all alike, so that a compression’s gain on them says nothing about other data, and nothing is computed on them.',
    examples: ['book', ['book', 'video'], { file: 'orders.json', path: 'data.items' }],
  });
}

/** Names of profiles, and networks that the file describes itself. */
function networks(vocabulary: Vocabulary) {
  const word = z
    .string()
    .min(1)
    .meta({ enum: networkNames(vocabulary) });
  const level = z.union([word, ownNetworkSchema()]);
  return z.union([word, ownNetworkSchema(), z.array(level).min(1)]).meta({
    description: 'A profile, or a network of one’s own; `none` is loopback as it is.',
    examples: ['none', ['10mbit', '3g'], { name: 'office', down: '20mbit', up: '5mbit', rtt: '40ms' }],
  });
}

function numbers(description: string) {
  const number = z.int().min(1).max(MESSAGE_LIMITS.messages);
  return z.union([number, z.array(number).min(1)]).meta({ description, examples: [1000, [10, 100, 1000]] });
}
