// Whether a link is what its profile says. `wirefare-link` measures and judges nothing; every bound stands
// here, once. A burst, a wrong rate or another congestion control shows in the GETs of known duration even if
// the echo is right, so they are part of the calibration.

import { median } from '../base/figures/median.ts';
import { shortNumber } from '../base/figures/numbers.ts';
import { expectedGetMs, INITIAL_WINDOW, serialisationMs } from './closed-form.ts';
import type { Calibration, CalibrationCheck, LinkCounters } from './link-facts.ts';
import type { NetworkProfile } from './profile.ts';
import { sayNetwork } from './say-network.ts';

const RATE_SHARE = 0.02;
/** The larger of the two. */
const RTT_MS = 0.3;
const RTT_SHARE = 0.01;
/**
 * How far the slowest of a hundred echoes may lie above. Wide, because a busy machine delays single packets;
 * those are found one by one while the link is used (LinkAudit). A link that wanders shows in echoes that
 * come too early.
 */
const P99_MS = 5;
/** Both together. */
const SLOPE_MS = 0.2;
const SLOPE_SHARE = 0.02;
/** Both together. */
const GET_MS = 0.3;
const GET_SHARE = 0.02;
/** How many standard deviations a random figure may be off; once in 16 000 it is further off. */
const CHANCE_SDS = 4;

type Unit = CalibrationCheck['unit'];

/** Every figure with its bounds, good or bad. A figure that the profile does not determine has no check. */
export function judgeCalibration(profile: NetworkProfile, calibration: Calibration): CalibrationCheck[] {
  return [
    ...rateChecks(profile, calibration),
    ...echoChecks(profile, calibration),
    slopeCheck(profile, calibration),
    ...getChecks(profile, calibration),
    ...countersChecks('down', calibration.counters.down, profile.lossShare),
    ...countersChecks('up', calibration.counters.up, profile.lossShare),
  ];
}

export function isWithin(checks: readonly CalibrationCheck[]): boolean {
  return checks.every(({ within }) => within);
}

/** `round trip, median: 300.04 ms, 299.7 to 300.3 expected`. */
export function sayCheck({ what, measured, least, most, unit }: CalibrationCheck): string {
  const expected =
    least === most ? shortNumber(least, 5) : `${shortNumber(least, 5)} to ${shortNumber(most, 5)}`;
  if (!Number.isFinite(measured)) return `${what}: nothing measured, ${expected} ${unit} expected`;
  return `${what}: ${shortNumber(measured, 5)} ${unit}, ${expected} expected`;
}

/** A sentence for each check that failed. */
export function sayFailedChecks(profile: NetworkProfile, checks: readonly CalibrationCheck[]): string[] {
  return checks
    .filter(({ within }) => !within)
    .map((check) => `${profile.name} (${sayNetwork(profile)}) is not what it says: ${sayCheck(check)}`);
}

function rateChecks(profile: NetworkProfile, { train }: Calibration): CalibrationCheck[] {
  const check = (what: string, measured: number, kbits: number | null) =>
    kbits === null
      ? []
      : [bounded(what, measured, kbits * (1 - RATE_SHARE), kbits * (1 + RATE_SHARE), 'kbit/s')];
  return [
    ...check('rate down', train.downKbitPerS, profile.downKbits),
    ...check('rate up', train.upKbitPerS, profile.upKbits),
  ];
}

/**
 * Jitter adds to a round trip what two even draws from ± jitter add up to: a triangle from −2 to 2 jitters.
 */
function echoChecks(profile: NetworkProfile, { echo }: Calibration): CalibrationCheck[] {
  const { jitterMs } = profile;
  const expectedMs = profile.rttMs + bothWaysMs(profile, echo.ipBytes);
  const slackMs = Math.max(RTT_MS, RTT_SHARE * expectedMs);
  // The triangle's standard deviation is √(2/3) jitters; a median of n has 1.25 of it over √n.
  const chanceMs = (CHANCE_SDS * 1.25 * Math.sqrt(2 / 3) * jitterMs) / Math.sqrt(Math.max(1, echo.received));
  const medianSlackMs = slackMs + chanceMs;
  // All of 40 draws from the triangle lie below 0.6 jitters once in 70 000 cases.
  const leastP99Ms = jitterMs === 0 ? expectedMs - slackMs : expectedMs + 0.6 * jitterMs - slackMs;
  return [
    receivedCheck(profile, echo),
    bounded(
      'round trip, median',
      echo.rttMsMedian,
      atLeastZero(expectedMs - medianSlackMs),
      expectedMs + medianSlackMs,
      'ms',
    ),
    bounded(
      'round trip, shortest',
      echo.rttMsMin,
      atLeastZero(expectedMs - slackMs - 2 * jitterMs),
      expectedMs + medianSlackMs,
      'ms',
    ),
    bounded(
      'round trip, p99',
      echo.rttMsP99,
      atLeastZero(leastP99Ms),
      expectedMs + 2 * jitterMs + P99_MS,
      'ms',
    ),
  ];
}

/** An echo comes back if neither direction loses it. */
function receivedCheck(profile: NetworkProfile, echo: Calibration['echo']): CalibrationCheck {
  const share = (1 - profile.lossShare) ** 2;
  const slack = CHANCE_SDS * Math.sqrt(echo.sent * share * (1 - share));
  const [least, most] = [Math.floor(echo.sent * share - slack), Math.ceil(echo.sent * share + slack)];
  return bounded(
    'echoes that came back',
    echo.received,
    Math.max(1, least),
    Math.min(echo.sent, most),
    'packets',
  );
}

/**
 * How much longer a full packet takes than a small one: a wire that lets bursts pass has no slope. Measured
 * without jitter.
 */
function slopeCheck(profile: NetworkProfile, { slope }: Calibration): CalibrationCheck {
  const expectedMs = bothWaysMs(profile, slope.fullBytes) - bothWaysMs(profile, slope.smallBytes);
  const slackMs = SLOPE_MS + SLOPE_SHARE * expectedMs;
  return bounded(
    `${slope.fullBytes}-byte round trip less ${slope.smallBytes}-byte one`,
    slope.differenceMs,
    expectedMs - slackMs,
    expectedMs + slackMs,
    'ms',
  );
}

/**
 * Compares with TCP's arithmetic at the measured round trip, which has a check of its own. A kernel that
 * shapes without delay is a fraction of a millisecond short of the profile, and a GET would count that
 * several times.
 */
function getChecks(profile: NetworkProfile, { gets, slope, echo }: Calibration): CalibrationCheck[] {
  const rttMs = Math.max(0, echo.rttMsMedian - bothWaysMs(profile, echo.ipBytes));
  return gets.map(({ bodyBytes, requestBytes, timesMs }) => {
    const shape = { bodyBytes, requestBytes, initialWindow: INITIAL_WINDOW, mtu: slope.fullBytes };
    const expectedMs = expectedGetMs({ ...profile, rttMs }, { ...shape, connection: 'cold' });
    const slackMs = GET_MS + GET_SHARE * expectedMs;
    const what = `GET of ${bodyBytes} bytes, median of ${timesMs.length}`;
    return bounded(what, median(timesMs), atLeastZero(expectedMs - slackMs), expectedMs + slackMs, 'ms');
  });
}

function countersChecks(
  direction: 'down' | 'up',
  counters: LinkCounters,
  lossShare: number,
): CalibrationCheck[] {
  const { packetsIn, packetsOut, packetsLost, packetsDropped, packetsQueued } = counters;
  const unexplained = packetsIn - packetsOut - packetsLost - packetsDropped - packetsQueued;
  const expected = packetsIn * lossShare;
  const slack = CHANCE_SDS * Math.sqrt(expected * (1 - lossShare));
  const [least, most] = [Math.max(0, Math.floor(expected - slack)), Math.ceil(expected + slack)];
  // If few are expected, the tail is longer than a normal distribution's.
  const spare = lossShare === 0 ? 0 : 2;
  return [
    bounded(`${direction}: packets unaccounted for`, unexplained, 0, 0, 'packets'),
    bounded(`${direction}: packets lost of ${packetsIn}`, packetsLost, least, most + spare, 'packets'),
  ];
}

function bothWaysMs(profile: NetworkProfile, ipBytes: number): number {
  return serialisationMs(ipBytes, profile.downKbits) + serialisationMs(ipBytes, profile.upKbits);
}

/** Time on a quick network may be as short as it likes; a bound below zero would only puzzle a reader. */
function atLeastZero(boundMs: number): number {
  return Math.max(0, boundMs);
}

/** NaN, which JSON turns into null, means that nothing was measured; that is not within bounds. */
function bounded(what: string, measured: number, least: number, most: number, unit: Unit): CalibrationCheck {
  return {
    what,
    measured,
    least,
    most,
    unit,
    within: Number.isFinite(measured) && measured >= least && measured <= most,
  };
}
