// The words a study may use: every known level of every factor. The parser is handed one, so that it can be
// tested without the catalogues; known-vocabulary.ts makes the real one.

import { plural } from '../base/figures/plurals.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { type Connection, type Factors, NO_CODEC, OUTSIDE, type Protocol } from '../wire/factors.ts';
import { lacksTransport } from './cells/lacked-transports.ts';
import type { PayloadRef } from './study.ts';

export interface Vocabulary {
  readonly datasets: readonly string[];
  /** Those of the datasets that are people's own data. */
  readonly payloads: readonly PayloadRef[];
  readonly formats: readonly FormatWords[];
  readonly compressions: readonly CompressionWords[];
  /** With their figures, since a study keeps those of the networks that it names. */
  readonly networks: readonly NetworkProfile[];
  /** Clients that are programs among them. */
  readonly browsers: readonly string[];
  readonly targets: readonly string[];
  /**
   * Target → format → its encoders, the default first; those of the formats above for targets that are not in
   * it.
   */
  readonly targetEncoders: TargetEncoders;
}

export type TargetEncoders = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface FormatWords {
  readonly name: string;
  /** Is text: Server-Sent Events carry nothing else. */
  readonly isText: boolean;
  /** The first is the default. */
  readonly codecs: readonly CodecWords[];
  /** Client that is a program → the one of them that it means by the format alone. */
  readonly clientDefaults?: Readonly<Record<string, string>>;
  readonly encoders: readonly string[];
}

export interface CodecWords {
  readonly name: string;
  /** Runs only where there is a DOM: not in the Node agent. */
  readonly needsBrowser: boolean;
  /** Takes the body of an answer and decodes it in one step, so it cannot decode a message. */
  readonly takesAnswers: boolean;
  /** Absent: it runs in pages, and in Node. Else only in the programs that are `clients`. */
  readonly inPages?: boolean;
  /** The clients that are programs and say that they have it. */
  readonly clients?: readonly string[];
}

export interface CompressionWords {
  readonly name: string;
  /** Empty where it has none. */
  readonly levels: readonly number[];
  readonly defaultLevel: number | null;
}

/** Those that come with Wirefare itself; programs (clients/) are levels of `browser` too. */
export const BROWSERS = ['chromium', 'firefox', 'webkit', 'node', OUTSIDE] as const;
export const PROCEDURES = ['e1', 'e2', 'e3', 'e4', 'e5', 'call'] as const;
export const CONNECTIONS = ['warm', 'cold'] as const satisfies readonly Connection[];
export const PROTOCOLS = ['http1', 'https1', 'h2'] as const satisfies readonly Protocol[];

/** The client without a DOM. */
export const WITHOUT_DOM = 'node';

/** `none`, `10mbit`, … */
export function networkNames({ networks }: Pick<Vocabulary, 'networks'>): string[] {
  return networks.map(({ name }) => name);
}

/** `json`, `json/response.json`, … */
export function formatLevels(formats: readonly FormatWords[]): string[] {
  return formats.flatMap(({ name, codecs }) => [name, ...codecs.map((codec) => `${name}/${codec.name}`)]);
}

/** `none`, `gzip`, `gzip-1`, … */
export function compressionLevels(compressions: readonly CompressionWords[]): string[] {
  return compressions.flatMap(({ name, levels }) => [name, ...levels.map((level) => `${name}-${level}`)]);
}

/** What people write for a content coding that has another name in HTTP. */
const OTHER_NAMES: Readonly<Record<string, string>> = { brotli: 'br', zstandard: 'zstd', zlib: 'deflate' };

/**
 * For the message about a word that is no compression: the known ones in short, and what `brotli-5` means.
 */
export function compressionsInShort(compressions: readonly CompressionWords[], word: string | number) {
  const listed = compressions.map(({ name, levels }) =>
    levels.length === 0 ? name : `${name}, ${name}-${levels[0]} to ${name}-${levels.at(-1)}`,
  );
  const [, name = '', level = ''] = /^([a-z]+)(-\d+)?$/i.exec(String(word)) ?? [];
  const known = OTHER_NAMES[name.toLowerCase()];
  const meant = known === undefined ? null : `${known}${level}`;
  return { listed, meant: meant !== null && compressionLevels(compressions).includes(meant) ? meant : null };
}

/** The codec meant by a plain format name: a program's own, else its first one that runs in that browser. */
export function defaultCodec({ codecs, clientDefaults }: FormatWords, browser: string): string {
  const own = clientDefaults?.[browser];
  if (own !== undefined) return own;
  const shared = codecs.filter(({ inPages = true }) => inPages);
  const able = browser === WITHOUT_DOM ? shared.find((codec) => !codec.needsBrowser) : undefined;
  return (able ?? shared[0] ?? codecs[0]!).name;
}

/**
 * The codec meant by a plain format name where messages are decoded, in a browser or (`node`) in the server.
 */
export function messageCodec({ codecs }: FormatWords, receiver: string): string | null {
  const able = codecs.filter(
    ({ takesAnswers, needsBrowser, inPages = true }) =>
      !takesAnswers && inPages && !(needsBrowser && receiver === WITHOUT_DOM),
  );
  return able[0]?.name ?? null;
}

/** Why these factors can never be run, whatever the machine; null where they can. */
export function unableReason(factors: Factors, vocabulary: Vocabulary): string | null {
  const { browser, transport, network, protocol } = factors;
  if (browser === OUTSIDE && network !== 'none')
    return 'an agent outside comes over a network of its own: network none';
  if (browser === OUTSIDE && protocol !== 'http1')
    return 'an agent outside does not trust the certificate of a run: protocol http1';
  if (lacksTransport(browser, transport)) return `${browser} has no ${transport}`;
  return unableEncoder(factors, vocabulary) ?? unableCodec(factors, vocabulary);
}

/**
 * The encoders that a target has for a format, the default first; empty where it does not write that format.
 */
export function encodersOn(
  target: string,
  format: FormatWords,
  { targetEncoders }: Pick<Vocabulary, 'targetEncoders'>,
): readonly string[] {
  const own = targetEncoders[target];
  return own === undefined ? format.encoders : (own[format.name] ?? []);
}

/** Every encoder that a study can name. */
export function knownEncoders({ formats, targetEncoders }: Vocabulary): readonly string[] {
  const ofTargets = Object.values(targetEncoders).flatMap((own) => Object.values(own).flat());
  return [...new Set([...formats.flatMap(({ encoders }) => encoders), ...ofTargets])];
}

function unableEncoder(
  { target, format, encoder, direction }: Factors,
  vocabulary: Vocabulary,
): string | null {
  const words = vocabulary.formats.find(({ name }) => name === format);
  if (words === undefined || encoder === NO_CODEC || direction === 'client-to-server') return null;
  return encodersOn(target, words, vocabulary).length > 0
    ? null
    : `target ${target} does not write ${format}`;
}

/** Likewise, of the codec alone. */
export function unableCodec(factors: Factors, { formats }: Pick<Vocabulary, 'formats'>): string | null {
  const format = formats.find(({ name }) => name === factors.format);
  const codec = format?.codecs.find(({ name }) => name === factors.codec);
  const isOf = ({ clients = [] }: CodecWords) => clients.includes(factors.browser);
  if (codec?.inPages === false && !isOf(codec)) return `${codec.name} is a codec of ${sayClients(codec)}`;
  const own = format?.codecs.filter(isOf) ?? [];
  if (own.length > 0 && codec !== undefined && !own.includes(codec))
    return `${factors.browser} decodes ${format!.name} by ${own.map(({ name }) => name).join(', ')}`;
  const isProgram = formats.some(({ codecs }) => codecs.some(isOf));
  if (isProgram && own.length === 0) return `client ${factors.browser} does not decode ${factors.format}`;
  if (factors.browser !== WITHOUT_DOM || factors.direction === 'client-to-server') return null;
  return codec?.needsBrowser === true ? `${codec.name} needs a DOM` : null;
}

/** `the client jax-ws`, `the clients qt5, qt6`. */
export function sayClients({ clients = [] }: Pick<CodecWords, 'clients'>): string {
  return `the ${plural(clients.length, 'client')} ${clients.join(', ')}`;
}
