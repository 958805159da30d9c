// Why messages differ: what the network takes of them by arithmetic, and how much of the difference nobody
// can tell.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { sayTime } from '../../base/figures/times.ts';
import type { ClaimCause } from '../../summary/claims/claim-cause.ts';
import { type MessageTime, SLOPE_BYTES } from '../../summary/claims/message-cause.ts';

/** A part of the difference below this share of it is none. */
const NO_PART = 0.01;

type Messages = ClaimCause & { readonly kind: 'messages' };

/** `unproven`: that no difference is proven; null where one is. */
export function sayMessages(
  { times, isSlope }: Messages,
  unproven: string | null,
  names: readonly [over: string, under: string],
): string {
  if (isSlope) return `${unproven === null ? 'today' : `${unproven}:`} ${saySlopes(times, names)}`;
  return unproven ?? sayDifference(times, names);
}

/** Each side by itself: what makes both is why they are alike. */
function saySlopes({ what, over, under }: Messages['times'], names: readonly [string, string]): string {
  const bytesMs = [over, under].map((side) => sayTime(side.bytesMs));
  const [one, other] = bytesMs[0] === bytesMs[1] ? [`${bytesMs[0]} of each`] : bytesMs;
  const made = other === undefined ? one : `${one} and ${other}`;
  return `${grouped(SLOPE_BYTES)} bytes more take a ${what} ${sayBoth(over, under, names)}: sending them at the rate of the network makes ${made}, the rest is unknown`;
}

function sayDifference({ what, over, under }: Messages['times'], names: readonly [string, string]): string {
  const differenceMs = over.wholeMs - under.wholeMs;
  const roundTripsMs = over.roundTripsMs - under.roundTripsMs;
  const bytesMs = over.bytesMs - under.bytesMs;
  const parts = [
    { words: 'waiting for round trips', partMs: roundTripsMs },
    { words: 'sending the messages’ own bytes', partMs: bytesMs },
  ].filter(({ partMs }) => Math.abs(partMs) > NO_PART * Math.abs(differenceMs));
  const restMs = differenceMs - roundTripsMs - bytesMs;
  const said = parts.map(({ words, partMs }) => `${words} makes ${sayPart(partMs, differenceMs)}`);
  const whole = `today a ${what} takes ${sayBoth(over, under, names)}`;
  const rest =
    parts.length === 0
      ? `neither round trips nor the messages’ own bytes differ, so the difference of ${sayTime(Math.abs(differenceMs))} is unknown`
      : `of the difference of ${sayTime(Math.abs(differenceMs))} ${said.join(', ')}, and ${sayPart(restMs, differenceMs)} is unknown`;
  return [`${whole}: ${rest}`, ...sayCpu(over, under)].join('; ');
}

/** `3.03 ms (55 %)`; what points the other way says so. */
function sayPart(partMs: number, differenceMs: number): string {
  const share = partMs / differenceMs;
  return share < 0
    ? `${sayTime(Math.abs(partMs))} the other way`
    : `${sayTime(Math.abs(partMs))} (${percent(share)})`;
}

function sayBoth(over: MessageTime, under: MessageTime, [a, b]: readonly [string, string]): string {
  return `${sayTime(over.wholeMs)} by ${a} and ${sayTime(under.wholeMs)} by ${b}`;
}

/** Of what is unknown it may be a part: the processor may work while something else is waited for. */
function sayCpu(over: MessageTime, under: MessageTime): readonly string[] {
  if (over.cpuMs === null || under.cpuMs === null) return [];
  return [`the server’s processor works ${sayTime(over.cpuMs)} and ${sayTime(under.cpuMs)} on each`];
}
