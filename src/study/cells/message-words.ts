// The words of messages: what a part that sends messages may name, and what goes with what.

import { NO_CODEC } from '../../factors/codec.ts';
import { NO_COMPRESSION, PERMESSAGE_DEFLATE } from '../../factors/compression.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import type { CompressionWords } from '../../factors/factor.ts';
import { RANDOM_FORMATS } from '../../factors/format.ts';
import type { Protocol } from '../../factors/protocol.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import { CARRIES, type Endpoint } from '../../wire/sequence.ts';
import type { FormatWords, Vocabulary } from '../vocabulary.ts';

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
  { name: NO_COMPRESSION, levels: [], defaultLevel: null },
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
export function protocolsFor(transport: MessageTransport): readonly Protocol[] {
  const [first, ...others] = CARRIES[transport].endpoints.map((endpoint) => PROTOCOLS_OF[endpoint]);
  return first!.filter((protocol) => others.every((list) => list.includes(protocol)));
}
