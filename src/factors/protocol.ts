import { ALL_KINDS, AS_IT_STANDS, type CellKind, type Factor, inWords, levelIn, oneOf } from './factor.ts';

/** HTTP/1.1 without and with TLS, HTTP/2 with TLS, HTTP/3. */
export const PROTOCOLS = ['http1', 'https1', 'h2', 'h3'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** HTTP/3 carries WebTransport alone. */
export const REQUEST_PROTOCOLS = ['http1', 'https1', 'h2'] as const satisfies readonly Protocol[];

const NAMES: Readonly<Record<Protocol, string>> = {
  http1: 'HTTP/1.1',
  https1: 'HTTP/1.1 over TLS',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
};

export function isSecure(level: Protocol): boolean {
  return level !== 'http1';
}

export const protocol = {
  ...AS_IT_STANDS,
  ...inWords('over', (word) => NAMES[word as Protocol] ?? String(word)),
  name: 'protocol',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ['request', 'call'],
  byDefault: { request: 'http1', call: 'http1' },
  unsaidIn: ALL_KINDS,
  beforeItExisted: 'http1',
  inStudyFiles: true,
  parse: (word) => levelIn(PROTOCOLS, word),
  spell: (level: Protocol) => level,
  known: () => PROTOCOLS,
  read: (typed, _words, kind: CellKind) => oneOf(typed, kind === 'sequence' ? PROTOCOLS : REQUEST_PROTOCOLS),
  help: {
    says: () =>
      'http1: HTTP/1.1 · https1: HTTP/1.1 over TLS · h2: HTTP/2 over TLS · h3: HTTP/3, of WebTransport alone, which needs it and has it by default.',
    examples: ['http1', ['https1', 'h2']],
    shape: 'words',
  },
} as const satisfies Factor<'protocol', Protocol>;
