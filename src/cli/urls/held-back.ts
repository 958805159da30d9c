// Answers that a proxy may have collected before it passed them on. A server that is slow, and makes its
// answer before it sends any of it, looks the same from outside, unless it says how long it worked: its head,
// with Server-Timing in it, is made before a streamed body and after one that was made first.

import { grouped, shortFigure } from '../../base/figures/numbers.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { printable } from '../../payload/source-text.ts';
import type { Answer } from '../../payload/url/fetch-answer.ts';
import { saidMs } from '../../wire/server-timing.ts';

const { leastMs, share, bytes: leastBytes } = WARNINGS['held-back'].bounds;
const AT_ONCE_SHARE = 0.1;
/** A reader that is held up sees an answer that came at once in two parts, and one that streamed in one. */
const HELD_UP_HERE_SHARE = 0.5;
/** As proxies name themselves. */
const PROXY = /nginx|openresty|varnish|haproxy|envoy|traefik|squid|cloudflare|trafficserver|caddy/i;

export interface Suspect {
  readonly label: string;
  readonly answers: readonly Answer[];
  /** Between here and the server. */
  readonly roundTripMs: number;
  /** Asks once more, without any content coding; null where the answers have none. */
  readonly uncompressed: (() => Promise<Answer>) | null;
}

/** A warning where something speaks for a proxy that collects, and a note where nothing tells. */
export async function heldBack(suspect: Suspect): Promise<{
  readonly notes: readonly string[];
  readonly warnings: readonly Warning[];
}> {
  const { label, answers, roundTripMs, uncompressed } = suspect;
  const nothing = { notes: [], warnings: [] };
  const who = proxyBefore(answers[0]!);
  const atOnce = answers.filter(isAtOnce);
  if (who === null || atOnce.length <= answers.length * HELD_UP_HERE_SHARE) return nothing;
  const left = atOnce.map((answer) => unexplained(answer, roundTripMs));
  if (left.some(({ ms, ofWait }) => ms < leastMs || ofWait < share)) return nothing;
  if (uncompressed !== null && (await hasLength(uncompressed))) return nothing;
  const { waitMs, transferMs, body } = atOnce[0]!;
  const { saysMs } = left[0]!;
  const came = `first byte after ${ms(waitMs)} and all ${grouped(body.length)} bytes within ${ms(transferMs)} more, without a length`;
  if (saysMs === null)
    return {
      notes: [
        `${label} has its ${came}, and a proxy stands before it (${who}). A server that takes so long and a proxy that collects the answer look the same from here: the server’s own address beside it (--against), or Server-Timing from the server, tells them apart`,
      ],
      warnings: [],
    };
  const way = roundTripMs >= 1 ? ` and the way there takes ${ms(roundTripMs)}` : '';
  const what = `${label} has its ${came}, though by its Server-Timing it worked for ${ms(saysMs)}${way}; the proxy before it (${who}) may be collecting the answer`;
  return { notes: [], warnings: [raise('held-back', what, { advice: ADVICE })] };
}

const ADVICE =
  'measure the server’s own address beside it (--against): if its first byte comes sooner, the proxy collects; then switch its compression and buffering off (nginx: gzip off, proxy_buffering off, or X-Accel-Buffering: no from the server)';

const ms = (value: number) => `${shortFigure(value)} ms`;

function proxyBefore({ headers: { via, server = '' } }: Answer): string | null {
  if (via !== undefined) return `Via: ${printable(via)}`;
  return PROXY.test(server) ? `Server: ${printable(server)}` : null;
}

/**
 * Whoever has the whole answer before its first byte leaves knows how long it is; a proxy that collects does
 * not say. What fits into one packet comes at once, whoever sends it.
 */
function isAtOnce({ headers, waitMs, transferMs, body }: Answer): boolean {
  const hasNoLength = headers['content-length'] === undefined;
  return hasNoLength && body.length >= leastBytes && transferMs <= AT_ONCE_SHARE * waitMs;
}

/** Of the wait, what neither the way nor the server's own word accounts for. */
function unexplained({ headers, waitMs }: Answer, roundTripMs: number) {
  const saysMs = saidMs(headers['server-timing'] ?? null);
  const leftMs = waitMs - roundTripMs - (saysMs ?? 0);
  return { saysMs, ms: leftMs, ofWait: leftMs / waitMs };
}

/**
 * A proxy that compresses takes the length away from an answer that had one: the server then had all of it
 * before it sent any. If this request fails, nobody knows.
 */
async function hasLength(uncompressed: () => Promise<Answer>): Promise<boolean> {
  const answer = await uncompressed().catch(() => null);
  return answer !== null && answer.headers['content-length'] !== undefined;
}
