// The words of messages: what a part that sends messages may name, and what goes with what.

import { modeOf, sizeOf } from '../../messages/level-words.ts';
import { isRate, RATES, wrongLength } from '../../messages/limit-words.ts';
import { NO_CODEC, type Protocol, RANDOM_DATASET, RANDOM_FORMATS } from '../../wire/factors.ts';
import { CARRIES, type Endpoint, type MessageTransport } from '../../wire/sequence.ts';
import { parseBytes } from '../file/units-as-typed.ts';
import { type CompressionWords, type FormatWords, PROTOCOLS, type Vocabulary } from '../vocabulary.ts';

export const PERMESSAGE_DEFLATE = 'permessage-deflate';
/** The size of messages of data: each is as long as it is. */
export const SIZE_OF_DATA = 'data';
/** Of messages, HTTP/3 too. */
export const MESSAGE_PROTOCOLS = [...PROTOCOLS, 'h3'] as const satisfies readonly Protocol[];
/** Any rate stands behind `paced-`. */
export const MODE_WORDS = ['throughput', 'ping-pong', 'paced-50'] as const;
export const SIZE_WORDS = ['100', '1kB', 'random-100-1000', 'growing-100', SIZE_OF_DATA] as const;

const OVER_TCP = ['http1', 'https1', 'h2'] as const;
/**
 * What carries each. WebSocket over HTTP/2 (RFC 8441) is left out: browsers take it only where the server
 * offers it, and say nowhere whether they did.
 */
const PROTOCOLS_OF: Readonly<Record<Endpoint, readonly Protocol[]>> = {
  post: OVER_TCP,
  sse: OVER_TCP,
  stream: OVER_TCP,
  'long-polling': OVER_TCP,
  websocket: ['http1', 'https1'],
  webtransport: ['h3'],
};

/** Messages of random content: nothing encodes or decodes them. */
const RANDOM_FORMAT_WORDS: readonly FormatWords[] = RANDOM_FORMATS.map((name) => ({
  name,
  isText: name === 'text',
  codecs: [{ name: NO_CODEC, needsBrowser: false, takesAnswers: false }],
  encoders: [NO_CODEC],
}));

const COMPRESSIONS: readonly CompressionWords[] = [
  { name: 'none', levels: [], defaultLevel: null },
  { name: PERMESSAGE_DEFLATE, levels: [], defaultLevel: null },
];

/** What a part that sends messages may name. */
export function messageVocabulary(vocabulary: Vocabulary): Vocabulary {
  return {
    ...vocabulary,
    datasets: [RANDOM_DATASET, ...vocabulary.datasets],
    formats: [...RANDOM_FORMAT_WORDS, ...vocabulary.formats],
    compressions: COMPRESSIONS,
  };
}

/** What a filter may name: it picks cells of requests and of messages alike. */
export function wholeVocabulary(vocabulary: Vocabulary): Vocabulary {
  const { datasets, formats } = messageVocabulary(vocabulary);
  const compressions = [...vocabulary.compressions, ...COMPRESSIONS.slice(1)];
  return { ...vocabulary, datasets, formats, compressions };
}

/** All that every endpoint of the transport can go over; the first is taken where a study names none. */
export function protocolsOf(transport: MessageTransport): readonly Protocol[] {
  const [first, ...others] = CARRIES[transport].endpoints.map((endpoint) => PROTOCOLS_OF[endpoint]);
  return first!.filter((protocol) => others.every((list) => list.includes(protocol)));
}

/** A level, what is wrong with it, or null where it is no such word at all. */
export type ReadWord = { readonly level: string } | { readonly wrong: string } | null;

export function readMode(word: string): ReadWord {
  const [, rate] = /^paced(?:-(.*))?$/.exec(word) ?? [];
  if (word === 'paced' || rate === '') {
    return { wrong: `${word} needs its rate: paced-50 is 50 messages a second` };
  }
  if (rate === undefined) return modeOf(word) === null ? null : { level: word };
  const read = modeOf(word)?.ratePerSecond ?? 0;
  return isRate(read) ? { level: `paced-${read}` } : { wrong: `${word}: ${RATES}` };
}

export function readSize(word: string | number): ReadWord {
  if (word === SIZE_OF_DATA) return { level: SIZE_OF_DATA };
  const [, kind = '', bytes = ''] = /^(random-|growing-)?(.+)$/.exec(String(word).trim()) ?? [];
  const parts = kind === 'random-' ? bytes.split(/(?<!^|-)-/) : [bytes];
  const sizes = parts.map(bytesOf);
  if (sizes.some((size) => size === null)) return null;
  if (kind === 'random-' && sizes.length !== 2) return null;
  const outside = sizes.map((size) => wrongLength(size!)).find((wrong) => wrong !== null);
  if (outside !== undefined) return { wrong: `${word}: ${outside}` };
  const [least, most] = sizes as [number, number?];
  if (most !== undefined && least > most) return { wrong: `${word}: ${least} is above ${most}` };
  const level = kind + sizes.join('-');
  return sizeOf(level) === null ? null : { level };
}

/**
 * `100`, `1kB`; negative and broken numbers are read too, so that a message can say that they are out of
 * range.
 */
function bytesOf(word: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : parseBytes(word);
}
