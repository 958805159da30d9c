// What a message's time is made of, where its items do not tell: nothing stamps what happens between sending
// and receiving. Two parts follow from the network as it was calibrated: the round trips that are waited for,
// and the messages' own bytes at its rate. What is left is unknown.

import { isSequence } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { LinkNetwork } from '../../network/link-facts.ts';
import { slopeNumber } from '../../plan/claims/claim-slopes.ts';
import type { RunFile } from '../../record/record.ts';
import type { SlopeFactor } from '../../study/study.ts';
import { CARRIES } from '../../wire/sequence.ts';
import type { CellSummary } from '../summary.ts';

/** Means of a message, or of what so many bytes more (`SLOPE_BYTES`) take. */
export interface MessageTime {
  readonly whole: number;
  readonly roundTrips: number;
  /** The messages without heads and frames, of which few targets tell the bytes. */
  readonly bytes: number;
  /** Of the server, perhaps at the same time as the rest; null where it does not tell. */
  readonly cpu: number | null;
}

/** Both sides of a claim, in the mean of its pairs. */
export interface MessageTimes {
  /** Both ways a message and the one that comes back are a pair. */
  readonly what: 'message' | 'pair';
  /**
   * `share`: of what the denominator of each pair takes. Where messages of several lengths are compared, the
   * mean in ms would be that of the longest.
   */
  readonly unit: 'ms' | 'share';
  readonly pairs: number;
  readonly over: MessageTime;
  readonly under: MessageTime;
}

/** A slope is told of so many bytes more. */
export const SLOPE_BYTES = 1_000;

/** The cells of a side: one, or of a slope the one with the most and the one with the least. */
export interface MessageSides {
  readonly over: readonly CellSummary[];
  readonly under: readonly CellSummary[];
}

/** null where cells have items of their own, or nobody measured what the network takes. */
export function messageTimes(
  run: Pick<RunFile, 'link'>,
  pairs: readonly MessageSides[],
  slope: SlopeFactor | undefined,
): MessageTimes | null {
  const [over, under] = (['over', 'under'] as const).map((side) =>
    pairs.map((pair) => sideTime(run, pair[side], slope)),
  );
  if (pairs.length === 0 || !areKnown(over!) || !areKnown(under!)) return null;
  const firsts = pairs.map(({ under: [cell] }) => recordedCell(cell!.factors));
  const areAlike = new Set(firsts.map(({ size, n }) => `${size} ${n}`)).size === 1;
  const unit = areAlike || slope !== undefined ? 'ms' : 'share';
  const inUnit = (times: readonly MessageTime[]) =>
    unit === 'ms' ? times : times.map((time, i) => combined([time], ([value]) => value! / under[i]!.whole));
  return {
    what: firsts.every(({ direction }) => direction === 'both-ways') ? 'pair' : 'message',
    unit,
    pairs: pairs.length,
    over: meanTime(inUnit(over)),
    under: meanTime(inUnit(under)),
  };
}

function areKnown(times: readonly (MessageTime | null)[]): times is readonly MessageTime[] {
  return times.every((time) => time !== null);
}

function sideTime(
  run: Pick<RunFile, 'link'>,
  [most, least]: readonly CellSummary[],
  slope: SlopeFactor | undefined,
): MessageTime | null {
  const time = most === undefined ? null : cellTime(run, most);
  if (time === null || slope === undefined) return time;
  const from = least === undefined ? null : cellTime(run, least);
  if (from === null || slope !== 'size') return null;
  const bytes = slopeNumber(most!.factors, slope)! - slopeNumber(least!.factors, slope)!;
  return combined([time, from], ([a, b]) => ((a! - b!) / bytes) * SLOPE_BYTES);
}

/** ms */
function cellTime(
  { link }: Pick<RunFile, 'link'>,
  { factors, totalMs, bytes, messages }: CellSummary,
): MessageTime | null {
  if (!isSequence(factors) || factors.codec !== NO_CODEC || factors.compression.coding !== 'none')
    return null;
  const { direction, mode, n, network, transport } = factors;
  const { roundTripFor } = CARRIES[transport];
  const measured = link?.networks.find(({ profile }) => profile.name === network)?.calibration;
  if (measured == null || totalMs === null || bytes === null || mode.name === 'paced') return null;
  if (mode.name === 'throughput' && roundTripFor === null) return null;
  const isWaitedFor = mode.name === 'ping-pong' || roundTripFor === 'message';
  const goesUp = direction !== 'server-to-client';
  const goesDown = direction !== 'client-to-server';
  const eachBytes = bytes.encoded / n / (goesUp && goesDown ? 2 : 1);
  return {
    whole: totalMs.mean / n,
    roundTrips: measured.echo.rttMsMedian / (isWaitedFor ? 1 : n),
    bytes: bytesMs(measured, eachBytes, goesUp, goesDown),
    cpu: messages?.serverCpuUs == null ? null : messages.serverCpuUs / 1000,
  };
}

/** Both ways a message goes there, and comes back. */
function bytesMs(
  { train }: NonNullable<LinkNetwork['calibration']>,
  bytes: number,
  goesUp: boolean,
  goesDown: boolean,
): number {
  const upMs = goesUp ? serialisationMs(bytes, train.upKbitPerS) : 0;
  return upMs + (goesDown ? serialisationMs(bytes, train.downKbitPerS) : 0);
}

function meanTime(times: readonly MessageTime[]): MessageTime {
  return combined(times, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

function combined(times: readonly MessageTime[], of: (values: readonly number[]) => number): MessageTime {
  const known = times.flatMap(({ cpu }) => cpu ?? []);
  return {
    whole: of(times.map(({ whole }) => whole)),
    roundTrips: of(times.map(({ roundTrips }) => roundTrips)),
    bytes: of(times.map(({ bytes }) => bytes)),
    cpu: known.length < times.length ? null : of(known),
  };
}
