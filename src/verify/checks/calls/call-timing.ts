// Server-Timing of calls: complete, fine enough, no longer than the client waited, and without a gap where
// the request's decoding should be. What a client waits beyond a small call must be in the phases of a large
// one; the fastest of several is judged, and a target fails only if it fails again and again.

import type { DataRecord } from '../../../data/schema.ts';
import { type CallLook, callCheck } from '../../calls/call-check.ts';
import { type AskedCall, listCallFormats, sayCall, sendCall } from '../../calls/call-request.ts';
import { heavyCall, sumOfPhasesMs, type TimedCall, timedCall } from '../../calls/heavy-call.ts';
import { makeRequests } from '../../calls/requests.ts';
import type { Reply } from '../../clients/http-client.ts';

const METRICS = ['decode', 'compute', 'encode', 'compress'];
const ATTEMPTS = 4;
const REQUESTS = 6;

/**
 * As for exchanges, in timing-complete.ts; and the request's bytes have to come in before their decoding
 * begins.
 */
const OUTSIDE_SHARE = 0.25;
const OUTSIDE_MS = 0.6;
const UPLOAD_MS = 3;
const JUDGEABLE_MS = 2;

/** As in server-timing.ts. */
const TOLERANCE_MS = 0.02;
const TOLERANCE_SHARE = 0.001;

/** Thousands of keys take longer than this in any language. */
const LEAST_DECODE_MS = 0.1;

export const callTiming = callCheck({
  name: 'call-timing',
  must: 'Server-Timing of a call gives decode, compute, encode and compress, each the whole time of its own work',
  look: async (look) => {
    const { context, features, client } = look;
    const findings: string[] = [];
    for (const operation of features.operations) {
      for (const encoding of listCallFormats(features, operation)) {
        for (const request of makeRequests(operation, context.about, context.random)) {
          const asked = { operation, ...encoding, request };
          findings.push(...headerFindings(asked, await sendCall(client, asked)));
        }
      }
    }
    return findings.length > 0 ? findings : gaps(look);
  },
});

function headerFindings(asked: AskedCall, { headers, firstByteMs }: Reply): string[] {
  const header = String(headers['server-timing'] ?? '');
  if (header === '') return [`${sayCall(asked)}: there is no Server-Timing`];
  const durations = METRICS.map((name) => durationIn(header, name));
  const coarse = METRICS.filter((_, i) => durations[i] === null);
  if (coarse.length > 0)
    return [
      `${sayCall(asked)}: ${coarse.join(', ')} missing or with fewer than three decimals in "${header}"`,
    ];
  const said = durations.reduce<number>((sum, each) => sum + each!, 0);
  if (said <= firstByteMs * (1 + TOLERANCE_SHARE) + TOLERANCE_MS) return [];
  const [phasesMs, waitedMs] = [said.toFixed(3), firstByteMs.toFixed(3)];
  return [
    `${sayCall(asked)}: the phases add up to ${phasesMs} ms, but the first byte came after ${waitedMs} ms`,
  ];
}

function durationIn(header: string, name: string): number | null {
  const found = new RegExp(`(?:^|,)\\s*${name}\\s*;\\s*dur="?(\\d+\\.\\d{3,})`).exec(header);
  return found === null ? null : Number(found[1]);
}

async function gaps(look: CallLook): Promise<string[]> {
  const heavy = heavyCall(look);
  if (heavy === null) return [];
  let found: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const smallMs = Math.min(
      ...(await timed(look, () => withSmallRequest(heavy.asked))).map((each) => each.firstByteMs),
    );
    const seen = await timed(look, heavy.another);
    found = [...outside(seen, smallMs, heavy.isLongRequest), ...tooFast(seen, heavy.isLongRequest)];
    if (found.length === 0) break;
  }
  return found.map((finding) => `${heavy.asked.operation} with much to do: ${finding}`);
}

function withSmallRequest(asked: AskedCall): AskedCall {
  const request: DataRecord = 'n' in asked.request ? { n: 1 } : { id: '1', language: 'de' };
  return { ...asked, request };
}

async function timed(look: CallLook, asked: () => AskedCall): Promise<TimedCall[]> {
  const seen: TimedCall[] = [];
  for (let i = 0; i < REQUESTS; i++) seen.push(await timedCall(look, asked()));
  return seen;
}

function outside(seen: readonly TimedCall[], smallMs: number, isLongRequest: boolean): string[] {
  const waits = seen.map((each) => {
    const waitedMs = each.firstByteMs - smallMs;
    const saidMs = sumOfPhasesMs(each);
    const grantedMs = OUTSIDE_MS + OUTSIDE_SHARE * waitedMs + (isLongRequest ? UPLOAD_MS : 0);
    return { waitedMs, saidMs, beyondMs: waitedMs - saidMs - grantedMs };
  });
  const best = waits.reduce((a, b) => (b.beyondMs < a.beyondMs ? b : a));
  if (best.beyondMs <= 0 || best.waitedMs < JUDGEABLE_MS) return [];
  const [waited, said] = [best.waitedMs.toFixed(2), best.saidMs.toFixed(2)];
  return [`the client waited ${waited} ms longer than for a small one, the phases account for ${said} ms`];
}

function tooFast(seen: readonly TimedCall[], isLongRequest: boolean): string[] {
  if (!isLongRequest) return [];
  const longestMs = Math.max(...seen.map(({ decodeMs }) => decodeMs));
  return longestMs >= LEAST_DECODE_MS ? [] : [`decode took ${longestMs} ms, which is impossible`];
}
