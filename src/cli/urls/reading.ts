// What the URL answers, read a few times before anything is measured: every mistake is told now, with what
// mends it, and answers that differ are found out.

import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import { grouped, shortFigure } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { compressorOf } from '../../compression/node-zlib.ts';
import { servedLevel } from '../../compression/served-level.ts';
import { offeredByBrowsers } from '../../factors/compression.ts';
import { keepsConnection } from '../../front/answer-reader.ts';
import { dialFor, tcpDialFor } from '../../front/dial.ts';
import { roundTripMsBy } from '../../front/distance.ts';
import { reachServer } from '../../front/find-server.ts';
import { type AnswerHead, type AnswerTaker, type OpenUpstream, openUpstream } from '../../front/upstream.ts';
import type { ByServer } from '../../items/cell-items.ts';
import { refusal } from '../../payload/findings.ts';
import type { RawSource } from '../../payload/source.ts';
import { sayNetworkError } from '../../payload/url/fetch-answer.ts';
import { sourceFromAnswer } from '../../payload/url/read-url.ts';
import type { MadeCoding } from '../../study/study.ts';
import { namedPhases, ownPhases, serverMetrics } from '../../wire/server-timing.ts';
import { madeCodings, timed } from './codings.ts';
import { type Decodable, decodable } from './decodable.ts';
import { heldBack } from './held-back.ts';
import { type Read, readOnce } from './read-once.ts';
import { type FoundServer, mostPerSecond, READINGS } from './server.ts';

export interface ReadServer extends FoundServer {
  readonly answer: Decodable;
  /** The coding in which it came: `none`, `gzip`. */
  readonly coding: string;
  /** Between here and the server; null: it is here, or nobody knows. */
  readonly roundTripMs: number | null;
  /** Its answers tell browsers to come over HTTP/3. */
  readonly offersHttp3: boolean;
  /** Every answer ends its connection, so that users open one for each request. */
  readonly closes: boolean;
  /** Its answers differ from one to the next. */
  readonly changes: boolean;
  /** Of a body on the wire: what came with its head; null: all that a packet holds. */
  readonly bytesWithHead: number | null;
  /** What of its work a bill of its answers has. */
  readonly items: ReadonlySet<ByServer>;
  /** Of its readings the longest, from the request to the last byte: its start is no part of it. */
  readonly longestMs: number;
  /** The same body in the ways that browsers take. */
  readonly codings: readonly MadeCoding[];
  readonly notes: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Of a browser's requests what a server may decide its answer by; where fewer are offered, the front sees.
 */
const SENT = { accept: '*/*', 'accept-encoding': offeredByBrowsers(false), 'user-agent': 'wirefare' };

/** Opens it and reads it once. Throws a UserError where the answer is none that can be measured. */
export async function openAndRead(server: FoundServer, host: Host): Promise<void> {
  await readings(server, 1, host, (sources) => Promise.resolve(sources));
}

/** Throws a UserError where the answer is none that can be measured. */
export async function readServer(server: FoundServer, host: Host): Promise<ReadServer> {
  const { label, proto, upstream } = server;
  return readings(server, READINGS, host, async (sources, answers, again) => {
    const [first] = sources as [RawSource, ...RawSource[]];
    const answer = await decodable(first, answers[0]!.headers['content-type'] ?? '', proto);
    const roundTripMs = server.isHere
      ? null
      : await roundTripMsBy(tcpDialFor(upstream), () => host.clock.nowMs()).catch(() => null);
    const uncompressed = first.compression === 'none' ? null : () => again({ 'accept-encoding': 'identity' });
    const held = await heldBack({ label, answers, roundTripMs: roundTripMs ?? 0, uncompressed });
    const asksItself = upstream.headers['accept-encoding'] !== undefined;
    const closes = answers.every((one) => endsConnection(one, upstream.protocol));
    const changes = sources.some(({ bytes }) => Buffer.compare(bytes, first.bytes) !== 0);
    const codings = madeCodings(first.bytes, host.clock);
    return {
      ...server,
      answer,
      coding: first.compression,
      roundTripMs,
      offersHttp3: offersHttp3(upstream.protocol, answers[0]!.headers['alt-svc']),
      closes,
      changes,
      bytesWithHead: fewWithHead(answers),
      items: itemsIn(answers, first.compression),
      longestMs: Math.max(...answers.map(({ waitMs, transferMs }) => waitMs + transferMs)),
      codings,
      notes: [
        ...first.notes,
        ...notesOn(server, answers[0]!, { changes, closes }),
        ...held.notes,
        ...answer.notes,
      ],
      warnings: [
        ...(first.compression === 'none' && !asksItself ? notCompressed(label, first.bytes) : []),
        ...unusualLevel(label, first, answers[0]!.body, codings, host.clock),
        ...held.warnings,
      ],
    };
  });
}

/** So many readings over one connection, and what `take` makes of them. */
async function readings<T>(
  server: FoundServer,
  count: number,
  host: Host,
  take: (
    sources: readonly RawSource[],
    answers: readonly Read[],
    again: (headers: Readonly<Record<string, string>>) => Promise<Read>,
  ) => Promise<T>,
): Promise<T> {
  const { label, upstream, url, limits } = server;
  const protocols = [upstream.protocol === 'h2' ? 'h2' : 'http/1.1'];
  const nowMs = () => host.clock.nowMs();
  const open = await openUpstream(upstream, dialFor(upstream, null, protocols), nowMs).catch((thrown) => {
    throw sayNetworkError(label, thrown);
  });
  const answers: Read[] = [];
  const last = { askedMs: nowMs(), status: null as number | null };
  try {
    const perSecond = mostPerSecond(server);
    const wait = pacing(perSecond, host);
    const asked = seeing(perSecond === null ? open : withoutRepeats(open), (status) => {
      last.status = status;
    });
    const read = async (headers = {}) => {
      await wait();
      last.askedMs = nowMs();
      return readOnce(asked, { url, label }, { ...SENT, ...headers }, limits, host);
    };
    for (let i = 0; i < count; i++) answers.push(await read());
    const options = { from: undefined, limits, lessOften: LESS_OFTEN };
    const sources = answers.map((answer) => sourceFromAnswer({ url, label }, answer, options));
    return await take(sources, answers, read);
  } catch (thrown) {
    // Whoever takes TLS alone says at once that this is none: one that was silent till the end, whose timer
    // may come a millisecond too soon, would be silent again.
    const isSilent = nowMs() - last.askedMs + 1 >= limits.durationMs;
    const mayWantTls = last.status === null ? !isSilent : last.status === BAD_REQUEST;
    if (!mayWantTls || host.interrupted.aborted || !(await speaksTls(server))) throw thrown;
    throw refusal(label, 'speaks TLS there; is it https:// instead of http://?');
  } finally {
    open.close();
  }
}

/** On loopback it is asked as often as it answers, which is more than many servers let one client ask. */
const LESS_OFTEN = 'a lower --rate, such as 30/min, asks less often; else try again later';

/** Somebody agreed to so many readings, and a request that is asked again is one more. */
function withoutRepeats(open: OpenUpstream): OpenUpstream {
  return { ...open, ask: (sent, taker) => open.ask(sent, { ...taker, mayAskAgain: () => false }) };
}

/** The same, and `see` is told of every status that comes. */
function seeing(open: OpenUpstream, see: (status: number) => void): OpenUpstream {
  const headOf = (taker: AnswerTaker) => (head: AnswerHead) => {
    see(head.status);
    taker.head(head);
  };
  return { ...open, ask: (sent, taker) => open.ask(sent, { ...taker, head: headOf(taker) }) };
}

/** Resolves when the next request may go out. Rejects with the reason of an interruption. */
function pacing(perSecond: number | null, { clock, interrupted }: Pick<Host, 'clock' | 'interrupted'>) {
  let nextMs = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (perSecond === null) return;
    const leftMs = nextMs - clock.nowMs();
    // Timers end up to a millisecond too soon.
    if (leftMs > 0)
      await setTimeout(leftMs + 1, undefined, { signal: interrupted }).catch(() =>
        interrupted.throwIfAborted(),
      );
    nextMs = clock.nowMs() + 1_000 / perSecond;
  };
}

/** What servers that take TLS alone answer to plain HTTP, where they do not just close the connection. */
const BAD_REQUEST = 400;

async function speaksTls({ url, upstream }: FoundServer): Promise<boolean> {
  if (url.protocol !== 'http:' || url.port === '') return false;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return reachServer(secure, [upstream.address], true).then(
    () => true,
    () => false,
  );
}

function itemsIn(answers: readonly Read[], coding: string): ReadonlySet<ByServer> {
  const said = answers.map(({ headers }) => headers['server-timing'] ?? null);
  // A small answer may take 0 ms in whole ones, and then more the next time.
  const names = (phase: 'encode' | 'compress') => said.some((header) => namedPhases(header).has(phase));
  const items: Readonly<Record<ByServer, boolean>> = {
    // A time of 0 is what servers say of what they do not do.
    'server.compute': said.some((header) => (ownPhases(header)?.computeMs ?? 0) > 0),
    encode: names('encode'),
    compress: names('compress') && coding !== 'none',
    decompress: coding !== 'none',
  };
  return new Set((Object.keys(items) as ByServer[]).filter((item) => items[item]));
}

const PACKET_BYTES = 1_500;

function fewWithHead(answers: readonly Read[]): number | null {
  const areAll = answers.every((one) => one.bytesWithHead >= Math.min(one.body.length, PACKET_BYTES));
  return areAll ? null : Math.min(...answers.map((one) => one.bytesWithHead));
}

function endsConnection(
  { status, headers, httpVersion }: Read,
  protocol: FoundServer['upstream']['protocol'],
) {
  return protocol !== 'h2' && !keepsConnection(status, headers, httpVersion);
}

function notesOn(
  { addresses, upstream, label }: FoundServer,
  answer: Read,
  { changes, closes }: Pick<ReadServer, 'changes' | 'closes'>,
): string[] {
  const { httpVersion, headers } = answer;
  const said = serverMetrics(headers['server-timing'] ?? null);
  return [
    ...(addresses.length > 1 ? [`${label}: of ${listed([...addresses])}, ${upstream.address} is asked`] : []),
    ...(httpVersion === '1.0' && closes
      ? [`${label} speaks HTTP/1.0, so that every request has a connection of its own behind the front`]
      : []),
    ...(changes
      ? [`${label}: ${READINGS} readings differ, so its answers are decoded but compared with nothing`]
      : []),
    ...(said.length > 0 ? [`${label} says of its own time (Server-Timing): ${listed(said)}`] : []),
  ];
}

/** RFC 7838; of what is told without TLS browsers take no notice. */
export function offersHttp3(protocol: FoundServer['upstream']['protocol'], altSvc = ''): boolean {
  return protocol !== 'http1' && altSvc.split(',').some((service) => /^\s*h3\s*=\s*"/.test(service));
}

const { bytes: leastBytes, share: mostShare } = WARNINGS['not-compressed'].bounds;

/**
 * What compression would make of it; null where that is hardly shorter, or the answer fits into a packet
 * anyway.
 */
function compressible(body: Uint8Array): { readonly bytes: number; readonly compressed: number } | null {
  if (body.length < leastBytes) return null;
  const compressed = gzipSync(body).length;
  return compressed <= mostShare * body.length ? { bytes: body.length, compressed } : null;
}

function notCompressed(label: string, bytes: Uint8Array): Warning[] {
  const by = compressible(bytes);
  if (by === null) return [];
  return [
    raise(
      'not-compressed',
      `${label} sends ${grouped(by.bytes)} bytes as they are; gzip would make ${grouped(by.compressed)} of them`,
    ),
  ];
}

const { bytes: leastCoded, share: sparedShare, triedBytes } = WARNINGS['unusual-level'].bounds;

function unusualLevel(
  label: string,
  { compression: coding, bytes: decoded }: RawSource,
  encoded: Uint8Array,
  codings: readonly MadeCoding[],
  clock: Pick<Clock, 'nowMs'>,
): Warning[] {
  const isCoded = encoded.length >= leastCoded;
  const served = isCoded ? servedLevel(coding, encoded, decoded, triedBytes) : null;
  const usual = codings.find((one) => one.coding === coding);
  if (served === null || usual === undefined || usual.level === null) return [];
  const { level, isAbout = false } = served;
  const sent = `${label} sends ${grouped(encoded.length)} bytes as ${coding} at ${isAbout ? 'about ' : ''}level ${level}`;
  const other = `level ${usual.level} would make ${grouped(usual.bytes)}`;
  const isFast = level < usual.level;
  if (isFast && usual.bytes > (1 - sparedShare) * encoded.length) return [];
  const tookMs = () => timed(() => compressorOf({ coding, level })(decoded), clock)[0];
  const times = isFast
    ? ''
    : ` and take ${shortFigure(usual.compressMs)} ms instead of ${shortFigure(tookMs())} ms on this machine, of every answer`;
  return [raise('unusual-level', `${sent}; ${other}${times}`)];
}
