import { AS_IT_STANDS, type Factor, inWords, levelIn, oneOf, type Word } from './factor.ts';

/**
 * What carries messages in a browser. `sse+xhr` sends by XMLHttpRequest and receives by Server-Sent Events.
 * `stream` is a fetch with an endless body that is read as it comes.
 */
export const MESSAGE_TRANSPORTS = [
  'xhr',
  'fetch',
  'beacon',
  'sse',
  'stream',
  'long-polling',
  'websocket',
  'webtransport',
  'sse+xhr',
  'sse+fetch',
] as const;
export type MessageTransport = (typeof MESSAGE_TRANSPORTS)[number];

/**
 * The word of records and study files for an ordinary request and its answer: it uses no transport of
 * messages.
 */
export const REQUEST_WORD = 'request';

export const transport = {
  ...AS_IT_STANDS,
  ...inWords('over', sayTransport),
  name: 'transport',
  kinds: ['sequence'],
  otherKinds: { request: REQUEST_WORD, call: REQUEST_WORD },
  role: 'way',
  sharedInTable: [],
  // WebTransport needs HTTP/3, and only WebSocket has permessage-deflate.
  followedBy: ['protocol', 'compression'],
  unsaidIn: ['request', 'call'],
  comparedByDefault: true,
  beforeItExisted: REQUEST_WORD,
  inStudyFiles: true,
  parse: (word) => levelIn(MESSAGE_TRANSPORTS, word),
  spell: (level: MessageTransport) => level,
  known: () => [REQUEST_WORD, ...MESSAGE_TRANSPORTS],
  read: (typed) =>
    typed === REQUEST_WORD
      ? { wrong: 'a part has either requests or messages: give requests a part of their own' }
      : oneOf(typed, MESSAGE_TRANSPORTS),
  help: {
    says: () =>
      'What carries messages in the browser. Naming it makes a part’s exchanges sequences of n messages; without it each is a request and its answer. `stream` is a fetch whose body goes on; `sse+xhr` sends by XMLHttpRequest and receives by Server-Sent Events.',
    examples: ['websocket', ['sse', 'websocket']],
    shape: 'words',
  },
} as const satisfies Factor<'transport', MessageTransport>;

const NAMES: Readonly<Record<MessageTransport, string>> = {
  xhr: 'XHR',
  fetch: 'fetch',
  beacon: 'sendBeacon',
  sse: 'SSE',
  stream: 'streaming fetch',
  'long-polling': 'long polling',
  websocket: 'WebSocket',
  webtransport: 'WebTransport',
  'sse+xhr': 'SSE + XHR',
  'sse+fetch': 'SSE + fetch',
};

export function sayTransport(word: Word): string {
  return NAMES[word as MessageTransport] ?? String(word);
}
