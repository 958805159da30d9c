import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, levelIn, oneOf } from './factor.ts';

/** HTTP/1.1 without and with TLS, HTTP/2 with TLS, HTTP/3. */
export const PROTOCOLS = ['http1', 'https1', 'h2', 'h3'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Those over TCP, which every browser and every network has. */
export const TCP_PROTOCOLS = ['http1', 'https1', 'h2'] as const satisfies readonly Protocol[];

const NAMES: Readonly<Record<Protocol, string>> = {
  http1: 'HTTP/1.1',
  https1: 'HTTP/1.1 over TLS',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
};

export function isSecure(level: Protocol): boolean {
  return level !== 'http1';
}

/** Over QUIC, whose one handshake is that of TLS, and which has no records of it. */
export function isOverQuic(level: Protocol): boolean {
  return level === 'h3';
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
  read: (typed) => oneOf(typed, PROTOCOLS),
  help: {
    says: () =>
      'http1: HTTP/1.1 · https1: HTTP/1.1 over TLS · h2: HTTP/2 over TLS · h3: HTTP/3, in Chromium and Firefox, from targets that have it; of messages WebTransport’s alone, which needs it and has it by default.',
    examples: ['http1', ['https1', 'h2', 'h3']],
    shape: 'words',
  },
} as const satisfies Factor<'protocol', Protocol>;
