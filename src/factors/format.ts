import {
  ALL_KINDS,
  AS_IT_STANDS,
  type Factor,
  inWords,
  type KnownWords,
  oneOf,
  type Word,
} from './factor.ts';

/** What messages of random content are in: text or bytes, without encoder and codec. */
export const RANDOM_FORMATS = ['text', 'binary'] as const;
export type RandomFormat = (typeof RANDOM_FORMATS)[number];

export function isRandomFormat(format: string): format is RandomFormat {
  return RANDOM_FORMATS.some((each) => each === format);
}

/** The format on the wire. A study file may name the client's codec with it. */
export const format = {
  ...AS_IT_STANDS,
  ...inWords('for', String),
  name: 'format',
  kinds: ALL_KINDS,
  role: 'way',
  sharedInTable: [],
  followedBy: ['codec', 'encoder'],
  byDefault: { sequence: 'text' },
  unsaidIn: ['sequence'],
  comparedByDefault: true,
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ formats }) => formatWords(formats),
  read: (typed, { formats }) => oneOf(typed, formatWords(formats)),
  help: {
    says: () =>
      '`format`, or `format/codec`, the codec being the client’s decoder (of messages to the server, the server’s). Random messages are `text` or `binary`.',
    completed: ({ formats }) => [...RANDOM_FORMATS, ...formatWords(formats.filter(isReal))],
    examples: ['json', ['json/JSON.parse', 'xml']],
    shape: 'words',
  },
} as const satisfies Factor<'format', string>;

/** `json`, `json/response.json`, … */
function formatWords(formats: KnownWords['formats']): string[] {
  return formats.flatMap(({ name, codecs }) => [name, ...codecs.map((codec) => `${name}/${codec.name}`)]);
}

function isReal({ name }: { readonly name: string }): boolean {
  return !isRandomFormat(name);
}

/** `xml/saxes` names a format and its codec, `xml` the format alone. */
export function parseFormatWord(word: Word): { readonly format: string; readonly codec: string | null } {
  const [name, codec = null] = String(word).split(/\/(.*)/);
  return { format: name!, codec };
}
