// The words a study may use: every known level of every factor. The parser is handed one, so that it can be
// tested without the catalogues; known-vocabulary.ts makes the real one.

import { listed, plural } from '../base/figures/plurals.ts';
import { gridBrowser, isElsewhere, OUTSIDE, WITHOUT_DOM } from '../factors/browser.ts';
import { type Cell, isSequence } from '../factors/cell.ts';
import { NO_CODEC } from '../factors/codec.ts';
import { AS_IT_COMES_WORDS } from '../factors/compression.ts';
import { FULL_CPU } from '../factors/cpu.ts';
import type { CompressionWords, KnownWords } from '../factors/factor.ts';
import { NO_NETWORK } from '../factors/network.ts';
import { isOverQuic } from '../factors/protocol.ts';
import { whyNotSpoken } from '../factors/target.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { needsDictionary } from '../wire/target-contract.ts';
import { lacksTransport } from './cells/lacked-transports.ts';
import type { AnsweredUrl } from './resolve/url-targets.ts';
import { type PayloadRef, type Study, urlNames } from './study.ts';

export interface Vocabulary extends KnownWords {
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
  /** Those of the targets that are URLs, with what they answer; absent: none. */
  readonly urls?: readonly AnsweredUrl[];
  /** Target → what it speaks, of those whose target.json says it; absent: not known. */
  readonly targetProtocols?: Readonly<Record<string, readonly string[]>>;
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

/** `none`, `10mbit`, … */
export function networkNames({ networks }: Pick<Vocabulary, 'networks'>): string[] {
  return networks.map(({ name }) => name);
}

/** With the names that a study gives its own networks, data and URLs. */
export function withOwnWords(
  vocabulary: Vocabulary,
  { networks, payloads }: Pick<Study, 'networks' | 'payloads'>,
): Vocabulary {
  const urls = urlNames({ payloads });
  const own = networks.filter(({ name }) => !networkNames(vocabulary).includes(name));
  return {
    ...vocabulary,
    networks: [...vocabulary.networks, ...own],
    datasets: [...new Set([...vocabulary.datasets, ...payloads.map(({ name }) => name)])],
    targets: [...new Set([...vocabulary.targets, ...urls])],
    compressions:
      urls.length === 0 ? vocabulary.compressions : [...vocabulary.compressions, AS_IT_COMES_WORDS],
  };
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

/** Whom the lab can have speak it, with certificates that it made. */
const SPEAK_HTTP3: readonly string[] = ['chromium', 'firefox'];

/** Why these factors can never be run, whatever the machine; null where they can. */
export function unableReason(factors: Cell, vocabulary: Vocabulary): string | null {
  const { browser, network } = factors;
  if (isElsewhere(browser) && network !== NO_NETWORK)
    return `${browser === OUTSIDE ? 'an agent outside' : 'a browser of a Grid'} comes over a network of its own: network none`;
  if (isSequence(factors) && lacksTransport(browser, factors.transport))
    return `${browser} has no ${factors.transport}`;
  return (
    whyNoClients(factors) ??
    whyNotSlowed(factors) ??
    whyNotOver(factors, vocabulary) ??
    unableEncoder(factors, vocabulary) ??
    unableCodec(factors, vocabulary)
  );
}

/** What other clients, which k6 carries, cannot ask. */
function whyNoClients(factors: Cell): string | null {
  if (isSequence(factors) || factors.clients.count === 0) return null;
  const { kind, network, protocol, compression, browser } = factors;
  if (kind === 'call') return 'other clients make no calls: clients 0';
  if (network !== NO_NETWORK) return 'other clients ask over loopback: network none, or clients 0';
  if (isOverQuic(protocol)) return 'other clients speak no HTTP/3: protocol http1, https1 or h2';
  if (needsDictionary(compression.coding))
    return `other clients keep no dictionary, which ${compression.coding} needs`;
  if (browser === OUTSIDE || gridBrowser(browser) !== null)
    return `other clients ask over loopback, and ${browser} does not: clients 0`;
  return null;
}

function whyNotSlowed(factors: Cell): string | null {
  if (isSequence(factors) || factors.cpu === FULL_CPU || !isElsewhere(factors.browser)) return null;
  const who = factors.browser === OUTSIDE ? 'an agent outside' : 'a browser of a Grid';
  return `the lab slows clients down that it starts on this machine, and ${who} is none of them: cpu ${FULL_CPU}`;
}

/** Of a target that does not say what it speaks its session finds out, but for HTTP/3, which few have. */
function whyNotOver(factors: Cell, { targetProtocols }: Vocabulary): string | null {
  const { browser, target, protocol } = factors;
  // What carries messages is asked for elsewhere.
  if (isSequence(factors)) return null;
  if (isOverQuic(protocol) && !SPEAK_HTTP3.includes(browser)) return `${browser} speaks no HTTP/3`;
  if (targetProtocols === undefined) return null;
  const spoken = targetProtocols[target];
  if (spoken === undefined ? !isOverQuic(protocol) : spoken.includes(protocol)) return null;
  if (!isOverQuic(protocol)) return whyNotSpoken(target, protocol);
  const others = Object.entries(targetProtocols).flatMap(([name, all]) =>
    all.includes(protocol) ? [name] : [],
  );
  const instead = others.length === 0 ? '' : `; ${listed(others)} ${plural(others.length, 'does', 'do')}`;
  return `target ${target} speaks no HTTP/3: its target.json does not list h3 in \`protocols\`${instead}`;
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

function unableEncoder(cell: Cell, vocabulary: Vocabulary): string | null {
  const { target, format, encoder } = cell;
  const words = vocabulary.formats.find(({ name }) => name === format);
  if (words === undefined || encoder === NO_CODEC || isDecodedByServer(cell)) return null;
  return encodersOn(target, words, vocabulary).length > 0
    ? null
    : `target ${target} does not write ${format}`;
}

/** Why the client can never run the cell's codec; null where it can. */
export function unableCodec(factors: Cell, { formats }: Pick<Vocabulary, 'formats'>): string | null {
  const format = formats.find(({ name }) => name === factors.format);
  const codec = format?.codecs.find(({ name }) => name === factors.codec);
  const isForClient = ({ clients = [] }: CodecWords) => clients.includes(factors.browser);
  if (codec?.inPages === false && !isForClient(codec))
    return `${codec.name} is a codec of ${sayClients(codec)}`;
  const own = format?.codecs.filter(isForClient) ?? [];
  if (own.length > 0 && codec !== undefined && !own.includes(codec))
    return `${factors.browser} decodes ${format!.name} by ${own.map(({ name }) => name).join(', ')}`;
  const isProgram = formats.some(({ codecs }) => codecs.some(isForClient));
  if (isProgram && own.length === 0) return `client ${factors.browser} does not decode ${factors.format}`;
  if (factors.browser !== WITHOUT_DOM || isDecodedByServer(factors)) return null;
  return codec?.needsBrowser === true ? `${codec.name} needs a DOM` : null;
}

/** Messages to the server: it is the client that encodes. */
function isDecodedByServer(cell: Cell): boolean {
  return isSequence(cell) && cell.direction === 'client-to-server';
}

/** `the client jax-ws`, `the clients qt5, qt6`. */
export function sayClients({ clients = [] }: Pick<CodecWords, 'clients'>): string {
  return `the ${plural(clients.length, 'client')} ${clients.join(', ')}`;
}
