// What another compression or HTTP/3 would make of a URL's answer, on each network. Its bytes are those of
// real libraries, made of the very body that came; the times are predicted: what the network takes for so
// many bytes by arithmetic, and what compressing and decompressing them takes on this machine.

import type { Interval } from '../../base/figures/ratios.ts';
import { type RequestCell, wordsKey } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { isSecure } from '../../factors/protocol.ts';
import { SHIPPED_MISSES } from '../../model/misses/shipped-misses.ts';
import { networkTimes, whyNoArithmetic } from '../../model/network-times.ts';
import { totalOver, wireTimes } from '../../model/over-wire.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { RunFile } from '../../record/record.ts';
import { isOffered } from '../../study/cells/not-offered.ts';
import { AROUND_URL } from '../../study/resolve/url-targets.ts';
import type { AnsweringUrl, MadeCoding } from '../../study/study.ts';
import type { CellSummary } from '../summary.ts';

/** Of one cell of a URL. */
export interface UrlWhatIf {
  readonly cell: string;
  readonly target: string;
  readonly network: string;
  /** A network that nobody emulates lies between this machine and the server. */
  readonly isElsewhere?: true;
  /** What users wait for today. */
  readonly waitMs: number;
  /** Set where the budget left the network out: its wait is another one's with this wire between. */
  readonly isWaitPredicted?: true;
  /** Content coding and bytes as they came; '' where none. */
  readonly today: { readonly coding: string; readonly bytes: number };
  readonly codings: readonly CodingWhatIf[];
  /** null: on this machine nothing is far enough away for it. */
  readonly http3: Http3WhatIf | null;
  /** Why no times are predicted there; null where they are. */
  readonly noTimes: string | null;
}

export interface CodingWhatIf extends Pick<MadeCoding, 'coding' | 'level' | 'bytes'> {
  /** null: no times are predicted on this network, or too little was measured for them. */
  readonly predicted: {
    readonly waitMs: number;
    /** Below what is waited for today. Negative: it costs. */
    readonly savesMs: number;
    readonly interval: Interval;
    /** Somebody who waits could notice it. */
    readonly isFelt: boolean;
  } | null;
}

/**
 * A connection in use has nothing to gain where no packet is lost: both then send the same bytes in the same
 * windows. A new one has: TCP and TLS take two round trips before the request, QUIC one. A browser that has
 * never been there takes TCP all the same, unless DNS has an HTTPS record: it learns of HTTP/3 from an
 * answer.
 */
export interface Http3WhatIf {
  /** Over HTTPS and a new connection, today; by HTTP/2 where the server's answers come by it. */
  readonly firstVisitMs: number;
  readonly firstVisitSavesMs: number;
  /** Its answers announce it, so that browsers take it from then on. */
  readonly isOffered?: true;
  /** The server ends the connection with every answer, so that each request opens a new one. */
  readonly isEveryVisit?: true;
}

/** Less than this nobody notices, nor less than this share of the wait. */
const FELT_MS = 10;
const FELT_SHARE = 0.03;

/** What users wait for; null: not measured. */
export function waitOf({ totalMs, waitMs }: Pick<CellSummary, 'totalMs' | 'waitMs'>): number | null {
  return waitMs ?? totalMs?.median ?? null;
}

/** What a study may vary of a URL's cells within one network. */
const BESIDE_NETWORK = AROUND_URL.filter((name) => name !== 'network');
const ELSEWHERE = 'how fast the way to the server is nobody knows';

/** Empty where nothing was measured of a URL, or a record of before has no codings. */
export function urlWhatIfs(run: RunFile, cells: readonly CellSummary[]): readonly UrlWhatIf[] {
  const codingOf = new Map(
    run.sessions.flatMap(({ checks }) => checks.map(({ cell, contentEncoding }) => [cell, contentEncoding])),
  );
  return run.study.payloads.flatMap(({ url }) => {
    if (url === undefined) return [];
    const own = cells.filter(({ twinOf, factors }) => twinOf === null && factors.target === url.target);
    const measured = own.filter((cell) => waitOf(cell) !== null);
    const keyOf = ({ factors }: CellSummary) => wordsKey(factors, BESIDE_NETWORK);
    return own.flatMap((cell) => {
      const known = waitOf(cell) === null ? measured.find((each) => keyOf(each) === keyOf(cell)) : cell;
      if (known === undefined) return [];
      return whatIf(url, cell, known, codingOf.get(known.id) ?? '', run) ?? [];
    });
  });
}

/** `known`: the cell itself, or one of another network where it was not measured. */
function whatIf(
  url: AnsweringUrl,
  { id, factors }: CellSummary,
  known: CellSummary,
  coding: string,
  { study }: RunFile,
): UrlWhatIf | null {
  const { target, codings } = url;
  const { bytes, phases } = known;
  const [network, knownNetwork] = [factors, known.factors].map((each) =>
    study.networks.find(({ name }) => name === each.network),
  );
  if (bytes === null || codings === undefined || network === undefined || knownNetwork === undefined)
    return null;
  if (factors.kind !== 'request') return null;
  const isOwn = network === knownNetwork;
  if (!isOwn && [network, knownNetwork].some((each) => whyNoArithmetic(each, factors.protocol) !== null))
    return null;
  const wireMs = (each: NetworkProfile) => wireTimes(each, factors, bytes.encoded).wholeMs;
  const waited = waitOf(known)! + (isOwn ? 0 : wireMs(network) - wireMs(knownNetwork));
  const today = { coding, bytes: bytes.encoded };
  const made = codings.find((each) => each.coding === coding);
  // At which level a server compresses nobody says: its own word, or what the usual level takes here. Both
  // ways are decompressed by the same library, so that only what tells them apart counts.
  const compressMs = coding === '' ? 0 : (phases.compress ?? made?.compressMs ?? 0);
  const onClient = (one: MadeCoding) => one.decompressMs * factors.cpu;
  const decompressMs = coding === '' ? 0 : made === undefined ? (phases.decompress ?? 0) : onClient(made);
  const asItIs = { bytes: today.bytes, compressMs, decompressMs };
  const isElsewhere = url.roundTripMs !== undefined;
  const isItsOwnWay = isElsewhere && network.name === NO_NETWORK;
  const noTimes = isItsOwnWay ? ELSEWHERE : whyNoArithmetic(network, factors.protocol);
  const predicted = (one: MadeCoding) =>
    noTimes === null
      ? predictedFor({ ...one, decompressMs: onClient(one) }, asItIs, waited, network, factors)
      : null;
  const others = codings.filter((one) => one.coding !== coding && isTaken(one, factors));
  return {
    cell: id,
    target,
    network: network.name,
    ...(isElsewhere && { isElsewhere: true as const }),
    waitMs: waited,
    ...(!isOwn && { isWaitPredicted: true as const }),
    today,
    codings: others.map((one) => {
      const { coding, level, bytes } = one;
      return { coding, level, bytes, predicted: predicted(one) };
    }),
    http3: noTimes === null ? overHttp3(waited, today.bytes, network, factors, url) : null,
    noTimes,
  };
}

/** Over HTTPS, by which whoever has users serves them. */
function isTaken({ coding, level }: MadeCoding, { browser, network }: RequestCell): boolean {
  if (coding === '') return true;
  return isOffered({ compression: { coding, level }, protocol: 'https1', network, browser }, false);
}

type Costs = Pick<MadeCoding, 'bytes' | 'compressMs' | 'decompressMs'>;

function predictedFor(
  made: Costs,
  today: Costs,
  waited: number,
  network: NetworkProfile,
  factors: RequestCell,
): CodingWhatIf['predicted'] {
  const parts = [made, today].map(({ bytes, compressMs, decompressMs }) => {
    const wire = wireTimes(network, factors, bytes);
    const work = { fixedMs: compressMs, hideableMs: decompressMs };
    return { wireMs: wire.wholeMs, workMs: compressMs + decompressMs, totalMs: totalOver(work, wire) };
  }) as [Part, Part];
  const savesMs = parts[1].totalMs - parts[0].totalMs;
  // So little was measured that the wait is shorter than what its parts take alone.
  if (savesMs >= waited) return null;
  const most = (key: 'wireMs' | 'workMs') => Math.max(...parts.map((part) => part[key]));
  const halfMs = Math.hypot(SHIPPED_MISSES.network * most('wireMs'), SHIPPED_MISSES.outside * most('workMs'));
  return {
    waitMs: waited - savesMs,
    savesMs,
    interval: [savesMs - halfMs, savesMs + halfMs],
    isFelt: Math.abs(savesMs) - halfMs > 0 && Math.abs(savesMs) >= Math.max(FELT_MS, FELT_SHARE * waited),
  };
}

interface Part {
  readonly wireMs: number;
  readonly workMs: number;
  readonly totalMs: number;
}

function overHttp3(
  waited: number,
  bytes: number,
  network: NetworkProfile,
  factors: RequestCell,
  { offersHttp3, closes }: AnsweringUrl,
): Http3WhatIf | null {
  if (network.name === NO_NETWORK) return null;
  const protocol = isSecure(factors.protocol) ? factors.protocol : 'https1';
  // A cold cell has waited for a part of it already.
  const [firstMs, ownMs] = [{ connection: 'cold', protocol } as const, factors].map((each) =>
    networkTimes(network, each)!(bytes),
  ) as [number, number];
  return {
    firstVisitMs: waited + firstMs - ownMs,
    firstVisitSavesMs: network.rttMs,
    ...(offersHttp3 && { isOffered: offersHttp3 }),
    ...(closes && { isEveryVisit: closes }),
  };
}
