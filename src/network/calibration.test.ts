import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin, judgeCalibration, sayFailedChecks } from './calibration.ts';
import { expectedGetMs, INITIAL_WINDOW } from './closed-form.ts';
import type { Calibration, LinkCounters } from './link-facts.ts';
import type { NetworkProfile } from './profile.ts';
import { NETWORKS, profileNamed } from './profiles.ts';

const CABLE = profileNamed('cable')!;
const MOBILE = profileNamed('mobile-poor')!;
const MTU = 1500;
const ECHO_BYTES = 64;

/** What a flawless link with these figures gives. */
function flawless(profile: NetworkProfile): Calibration {
  const bothWaysMs = (ipBytes: number) =>
    (ipBytes * 8) / profile.downKbits! + (ipBytes * 8) / profile.upKbits!;
  const rttMs = profile.rttMs + bothWaysMs(ECHO_BYTES);
  const lost = Math.round(400 * profile.lossShare);
  const received = Math.round(80 * (1 - profile.lossShare) ** 2);
  const counters: LinkCounters = {
    packetsIn: 400,
    bytesIn: 300_000,
    packetsOut: 398 - lost,
    bytesOut: 297_000,
    packetsLost: lost,
    packetsDropped: 2,
    packetsQueued: 0,
  };
  return {
    path: profile.name,
    compensationMs: 0.25,
    echo: {
      sent: 80,
      received,
      ipBytes: ECHO_BYTES,
      rttMsMin: rttMs - 1.5 * profile.jitterMs,
      rttMsMedian: rttMs,
      rttMsP99: rttMs + 1.5 * profile.jitterMs,
    },
    slope: { smallBytes: ECHO_BYTES, fullBytes: MTU, differenceMs: bothWaysMs(MTU) - bothWaysMs(ECHO_BYTES) },
    train: { packets: 100, downKbitPerS: profile.downKbits!, upKbitPerS: profile.upKbits! },
    gets: [4_096, 100_000].map((bodyBytes) => ({
      bodyBytes,
      requestBytes: 100,
      timesMs: [0, 0.1, 0.1].map((ms) => ms + getMs(profile, bodyBytes)),
    })),
    counters: { down: counters, up: counters },
    tookMs: 2_000,
  };
}

function getMs(profile: NetworkProfile, bodyBytes: number, initialWindow = INITIAL_WINDOW): number {
  return expectedGetMs(profile, {
    bodyBytes,
    requestBytes: 100,
    connection: 'cold',
    initialWindow,
    mtu: MTU,
  });
}

function refusals(profile: NetworkProfile, calibration: Calibration): string[] {
  return sayFailedChecks(profile, judgeCalibration(profile, calibration));
}

test('what a flawless link gives is accepted for every profile, jitter and loss included', () => {
  for (const profile of NETWORKS.filter(({ downKbits }) => downKbits !== null)) {
    assert.deepEqual(refusals(profile, flawless(profile)), []);
    assert.equal(isWithin(judgeCalibration(profile, flawless(profile))), true);
  }
});

test('a rate 3 % off is refused in either direction, 1.9 % is not', () => {
  const good = flawless(CABLE);
  const withRates = (down: number, up: number) =>
    refusals(CABLE, { ...good, train: { packets: 100, downKbitPerS: 5_000 * down, upKbitPerS: 1_000 * up } });
  assert.deepEqual(withRates(1.03, 1), [
    'cable (5/1 Mbit/s, 28 ms) is not what it says: rate down: 5150 kbit/s, 4900 to 5100 expected',
  ]);
  assert.match(withRates(1, 0.97)[0]!, /rate up: 970 kbit\/s, 980 to 1020 expected$/);
  assert.deepEqual(withRates(1.019, 0.981), []);
});

test('a round trip 0.4 ms too short or too long is refused at 28 ms, 0.25 ms is not', () => {
  const shifted = (ms: number) => {
    const good = flawless(CABLE);
    const { rttMsMin, rttMsMedian, rttMsP99 } = good.echo;
    const echo = { rttMsMin: rttMsMin + ms, rttMsMedian: rttMsMedian + ms, rttMsP99: rttMsP99 + ms };
    return refusals(CABLE, { ...good, echo: { ...good.echo, ...echo } });
  };
  assert.ok(shifted(-0.4).some((sentence) => sentence.includes('round trip, median')));
  assert.ok(shifted(0.4).some((sentence) => sentence.includes('round trip, median')));
  assert.deepEqual(shifted(0.25), []);
});

test('a link that wanders without saying so is refused even where its median is right', () => {
  const good = flawless(CABLE);
  const early = { ...good, echo: { ...good.echo, rttMsMin: good.echo.rttMsMedian - 2 } };
  assert.match(refusals(CABLE, early).join(), /round trip, shortest/);
  const late = { ...good, echo: { ...good.echo, rttMsP99: good.echo.rttMsMedian + 20 } };
  assert.match(refusals(CABLE, late).join(), /round trip, p99/);
});

test('jitter that is declared has to show', () => {
  const good = flawless(MOBILE);
  const { rttMsMedian } = good.echo;
  const still = { ...good.echo, rttMsMin: rttMsMedian - 1, rttMsP99: rttMsMedian + 1 };
  assert.match(refusals(MOBILE, { ...good, echo: still }).join(), /round trip, p99/);
});

test('the 100 kB of a sender with bbr come too late, where no echo sees it', () => {
  const profile = { ...CABLE, rttMs: 20, downKbits: 1_000_000, upKbits: 1_000_000 };
  const good = flawless(profile);
  // Measured with bbr at 20 ms: 102 ms where cubic takes 81.
  const bbr = { bodyBytes: 100_000, requestBytes: 100, timesMs: [101.7, 102.1, 102.4] };
  const said = refusals(profile, { ...good, gets: [good.gets[0]!, bbr] });
  assert.equal(said.length, 1);
  assert.match(said[0]!, /GET of 100000 bytes, median of 3: 102\.1 ms/);
});

test('another initial window is refused: 100 kB take a round trip more or less', () => {
  const good = flawless(CABLE);
  for (const initialWindow of [3, 30]) {
    const other = {
      bodyBytes: 100_000,
      requestBytes: 100,
      timesMs: [getMs({ ...CABLE, downKbits: 1e6 }, 100_000, initialWindow)],
    };
    assert.match(refusals(CABLE, { ...good, gets: [other] }).join(), /GET of 100000 bytes/);
  }
});

test('a burst that lets 4 kB pass unshaped is refused', () => {
  const profile = { ...profileNamed('10mbit')! };
  const good = flawless(profile);
  const { timesMs, ...get } = good.gets[0]!;
  const burst = { ...get, timesMs: timesMs.map((ms) => ms - 3) };
  const said = refusals(profile, { ...good, gets: [burst, good.gets[1]!] });
  assert.equal(said.length, 1);
  assert.match(said[0]!, /GET of 4096 bytes/);
});

test('a gigabit by the kernel, without its delay of 0.2 ms, is accepted: each round trip is only that much shorter', () => {
  const lan = profileNamed('lan')!;
  const good = flawless(lan);
  // As measured: a round trip of 0.014 ms; 4 kB in 0.09 ms, 100 kB in 0.8 ms.
  const echo = { ...good.echo, rttMsMin: 0.009, rttMsMedian: 0.014, rttMsP99: 0.03 };
  const gets = [0.09, 0.8].map((ms, i) => ({ ...good.gets[i]!, timesMs: [ms] }));
  assert.deepEqual(refusals(lan, { ...good, echo, gets }), []);
});

test('no bound of a round trip or a GET lies below zero, however quick the network', () => {
  const lan = profileNamed('lan')!;
  const times = judgeCalibration(lan, flawless(lan)).filter(({ what }) => /^(round trip|GET)/.test(what));
  assert.equal(times.length, 5);
  for (const { what, least } of times) assert.ok(least >= 0, what);
});

test('a wire without a slope is refused: it let full packets pass as fast as small ones', () => {
  const good = flawless(CABLE);
  const said = refusals(CABLE, { ...good, slope: { ...good.slope, differenceMs: 0.1 } });
  assert.match(said.join(), /1500-byte round trip less 64-byte one: 0\.1 ms, 13\.\d+ to 14\.\d+ expected/);
});

test('counters that do not add up are refused', () => {
  const good = flawless(CABLE);
  const down = { ...good.counters.down, packetsOut: good.counters.down.packetsOut - 1 };
  const said = refusals(CABLE, { ...good, counters: { ...good.counters, down } });
  assert.equal(said.length, 1);
  assert.match(said[0]!, /down: packets unaccounted for: 1 packets, 0 expected$/);
});

test('loss is refused where none is declared, and where it is far from what is declared', () => {
  const lossy = (profile: NetworkProfile, lost: number) => {
    const good = flawless(profile);
    const { up } = good.counters;
    const packetsOut = up.packetsIn - up.packetsDropped - lost;
    const counters = { ...good.counters, up: { ...up, packetsOut, packetsLost: lost } };
    return refusals(profile, { ...good, counters });
  };
  assert.match(lossy(CABLE, 1).join(), /up: packets lost of 400: 1 packets, 0 expected/);
  assert.deepEqual(lossy(MOBILE, 14), []);
  assert.match(lossy(MOBILE, 40).join(), /up: packets lost of 400: 40 packets/);
});

test('echoes that vanish are refused where no loss is declared', () => {
  const good = flawless(CABLE);
  const said = refusals(CABLE, { ...good, echo: { ...good.echo, received: 79 } });
  assert.match(said.join(), /echoes that came back: 79 packets, 80 expected/);
});

test('a figure that could not be measured is not within its bounds', () => {
  const good = flawless(CABLE);
  const nothing = { ...good.echo, rttMsMedian: Number.NaN };
  assert.equal(isWithin(judgeCalibration(CABLE, { ...good, echo: nothing })), false);
  assert.equal(
    isWithin(judgeCalibration(CABLE, { ...good, gets: [{ ...good.gets[0]!, timesMs: [] }] })),
    false,
  );
  // As JSON brings it.
  const train = JSON.parse('{"packets":0,"downKbitPerS":null,"upKbitPerS":null}');
  assert.match(
    refusals(CABLE, { ...good, train }).join(),
    /rate down: nothing measured, 4900 to 5100 kbit\/s expected/,
  );
});
