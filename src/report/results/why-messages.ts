// Why messages differ: what the network takes of them by arithmetic, and how much of the difference nobody
// can tell.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { times } from '../../base/figures/ratios.ts';
import { sayTime } from '../../base/figures/times.ts';
import type { ClaimCause } from '../../summary/claims/claim-cause.ts';
import { type MessageTime, type MessageTimes, SLOPE_BYTES } from '../../summary/claims/message-cause.ts';

/** A part of the difference below this share of it is none. */
const NO_PART = 0.01;

type Names = readonly [over: string, under: string];

/** `unproven`: that no difference is proven; null where one is. */
export function sayMessages(
  { times, isSlope }: ClaimCause & { readonly kind: 'messages' },
  unproven: string | null,
  names: Names,
): string {
  if (isSlope) return `${unproven === null ? 'today' : `${unproven};`} ${saySlopes(times, names)}`;
  return unproven ?? sayDifference(times, names);
}

/** Each side by itself: what makes both is why they are alike. */
function saySlopes({ what, over, under }: MessageTimes, names: Names): string {
  const made = [...new Set([over, under].map(({ bytes }) => sayTime(bytes)))];
  const each = made.length === 1 ? `${made[0]} of each` : made.join(' and ');
  return `${grouped(SLOPE_BYTES)} bytes more take a ${what} ${sayBoth(over, under, names)}: sending them at the rate of the network makes ${each}, the rest is unknown`;
}

function sayDifference(found: MessageTimes, names: Names): string {
  const { unit, over, under } = found;
  const difference = over.whole - under.whole;
  const parts = [
    { words: 'waiting for round trips', part: over.roundTrips - under.roundTrips },
    { words: 'sending the messages’ own bytes', part: over.bytes - under.bytes },
  ];
  const rest = difference - parts.reduce((sum, { part }) => sum + part, 0);
  const named = parts.filter(({ part }) => Math.abs(part) > NO_PART * Math.abs(difference));
  const said = named.map(({ words, part }) => `${words} makes ${sayPart(part, difference, unit)}`);
  const all = `the difference of ${sayAmount(difference, unit)}`;
  const made =
    said.length === 0
      ? `neither round trips nor the messages’ own bytes differ, so ${all} is unknown`
      : `of ${all} ${said.join(', ')}, and ${sayPart(rest, difference, unit)} is unknown`;
  return [`today ${sayWhole(found, names)}: ${made}`, ...sayCpu(found)].join('; ');
}

/** `a message takes 5.57 ms by xhr and 82.2 µs by websocket` */
function sayWhole({ what, unit, pairs, over, under }: MessageTimes, names: Names): string {
  if (unit === 'ms') return `a ${what} takes ${sayBoth(over, under, names)}`;
  const difference = over.whole - under.whole;
  const moreOrLess = difference < 0 ? 'less' : 'more';
  return `a ${what} takes ${sayAmount(difference, unit)} ${moreOrLess} by ${names[0]} than by ${names[1]} in the mean of ${grouped(pairs)} pairs`;
}

function sayBoth(over: MessageTime, under: MessageTime, [a, b]: Names): string {
  return `${sayTime(over.whole)} by ${a} and ${sayTime(under.whole)} by ${b}`;
}

/** `3.03 ms (55 %)`; what points the other way says so. */
function sayPart(part: number, difference: number, unit: MessageTimes['unit']): string {
  const share = part / difference;
  if (share < 0) return `${sayAmount(part, unit)} the other way`;
  return unit === 'ms' ? `${sayAmount(part, unit)} (${percent(share)})` : sayAmount(part, unit);
}

function sayAmount(amount: number, unit: MessageTimes['unit']): string {
  const size = Math.abs(amount);
  if (unit === 'ms') return sayTime(size);
  return size < 1 ? percent(size) : times(size);
}

/** Of what is unknown it may be a part: the processor may work while something else is waited for. */
function sayCpu({ unit, over, under }: MessageTimes): readonly string[] {
  if (unit !== 'ms' || over.cpu === null || under.cpu === null) return [];
  return [`the server’s processor works ${sayTime(over.cpu)} and ${sayTime(under.cpu)} on each`];
}
