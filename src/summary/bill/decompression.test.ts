import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import type { ProbeRow } from '../../record/record.ts';
import type { PhaseTimes } from './cell-bill.ts';
import { decompressionFound, takeOutDecompression } from './decompression.ts';

const EMPTY = { cell: 'gzip', decodeMs: null, clientComputeMs: null } as const;

function probeOf(session: number, differences: readonly number[]): ProbeRow {
  const mean = differences.reduce((sum, ms) => sum + ms, 0) / differences.length;
  const squares = differences.reduce((sum, ms) => sum + (ms - mean) ** 2, 0);
  const pairs = differences.length;
  const standardErrorMs = pairs > 1 ? Math.sqrt(squares / (pairs - 1) / pairs) : null;
  const decompression = { pairs, standardErrorMs, parts: null };
  return { ...EMPTY, session, decompressMs: mean, decompressBy: 'difference', decompression };
}

/** A difference of two answers as a clock of steps tells it, which may read 0 or a whole step. */
function readOnSteps(trueMs: number, stepMs: number, random: Random): number {
  const time = (ms: number) => {
    const startMs = random();
    return Math.floor((startMs + ms) / stepMs) * stepMs - Math.floor(startMs / stepMs) * stepMs;
  };
  const restMs = 3 + random();
  return time(restMs + trueMs) - time(restMs);
}

test('the interval holds the truth as often as it says, on a fine clock and on one of 1 ms', () => {
  const random = seededRandom(11);
  for (const stepMs of [0.005, 1]) {
    for (const [sessions, pairs] of [
      [6, 4],
      [1, 30],
      [20, 2],
    ] as const) {
      let held = 0;
      const runs = 400;
      for (let run = 0; run < runs; run++) {
        const trueMs = 0.02 + 0.6 * random();
        const probes = Array.from({ length: sessions }, (_, session) =>
          probeOf(
            session,
            Array.from({ length: pairs }, () => readOnSteps(trueMs, stepMs, random)),
          ),
        );
        const { interval } = decompressionFound(probes, stepMs, 0.05)!;
        assert.ok(interval[1] > interval[0], 'a clock of steps must not make it of no width');
        if (interval[0] <= trueMs && trueMs <= interval[1]) held++;
      }
      assert.ok(held / runs >= 0.93, `${sessions}×${pairs} on ${stepMs} ms: ${held / runs}`);
    }
  }
});

test('sessions weigh as their pairs do', () => {
  const found = decompressionFound([probeOf(0, [1, 1, 1]), probeOf(1, [5])], 0.005, 0.05)!;
  assert.equal(found.ms, 2);
});

test('one pair in one session tells a value, and no bound to how far it is off', () => {
  const { ms, interval } = decompressionFound([probeOf(0, [0.4])], 0.005, 0.05)!;
  assert.deepEqual([ms, interval], [0.4, [-Number.MAX_VALUE, Number.MAX_VALUE]]);
  assert.equal(
    decompressionFound([{ ...EMPTY, session: 0, decompressMs: null, decompressBy: null }], 1, 0.05),
    null,
  );
});

/** Pairs in which transfer and delivery grew by so much. */
function grown(transferMs: number, deliveryMs: number): ProbeRow {
  const parts = {
    usualTransferMs: 1 + transferMs,
    opaqueTransferMs: 1,
    usualDeliveryMs: 2 + deliveryMs,
    opaqueDeliveryMs: 2,
  };
  const probe = probeOf(0, [transferMs + deliveryMs, transferMs + deliveryMs]);
  return { ...probe, decompression: { ...probe.decompression!, parts } };
}

function billed(times: PhaseTimes, probe: ProbeRow, requests = 1): PhaseTimes {
  takeOutDecompression(times, decompressionFound([probe], 0.005, 0.05), requests);
  return times;
}

test('decompression is taken out of where the pairs found it: transfer, delivery, or a decode that holds that', () => {
  const near = (times: PhaseTimes) =>
    Object.fromEntries(Object.entries(times).map(([phase, ms]) => [phase, Math.round(ms * 1e9) / 1e9]));
  const chromium = billed({ transfer: 1.5, delivery: 0.8 }, grown(1, 0));
  assert.deepEqual(near(chromium), { transfer: 0.5, delivery: 0.8, decompress: 1 });
  const firefox = billed({ transfer: 0.3, delivery: 2 }, grown(-0.1, 1));
  assert.deepEqual(near(firefox), { transfer: 0.3, delivery: 1.1, decompress: 0.9 });
  const inOneStep = billed({ transfer: 0.3, delivery: 0, decode: 3 }, grown(0.1, 0.9));
  assert.deepEqual(near(inOneStep), { transfer: 0.2, delivery: 0, decode: 2.1, decompress: 1 });
  const twoRequests = billed({ transfer: 3, delivery: 1.6 }, grown(1, 0), 2);
  assert.deepEqual(near(twoRequests), { transfer: 1, delivery: 1.6, decompress: 2 });
});

test('a probe that says more than the exchange has room for makes the items more than the whole', () => {
  const times = billed({ transfer: 0.5, delivery: 0.8 }, grown(3, 0));
  assert.deepEqual(times, { transfer: 0, delivery: 0.8, decompress: 3 });
});

test('a difference below 0 is noise and takes nothing', () => {
  const times = billed({ transfer: 0.5, delivery: 0.8 }, grown(-0.1, 0.05));
  assert.deepEqual(times, { transfer: 0.5, delivery: 0.8, decompress: 0 });
});

/** Pairs as agents post them today. */
function pairsOf(session: number, grownMs: readonly (readonly [number, number])[]): ProbeRow {
  const sum = grownMs.reduce((all, [transferMs, deliveryMs]) => all + transferMs + deliveryMs, 0);
  const decompression = { pairs: grownMs.length, standardErrorMs: 1, parts: null, grownMs };
  return {
    ...EMPTY,
    session,
    decompressMs: sum / grownMs.length,
    decompressBy: 'difference',
    decompression,
  };
}

function steady(pairs: number, transferMs: number, deliveryMs: number): readonly [number, number][] {
  return Array.from({ length: pairs }, (_, i) => [transferMs + 0.01 * (i % 2), deliveryMs]);
}

test('of pairs of which one was late by 30 ms the middle is taken', () => {
  const found = decompressionFound([pairsOf(0, [...steady(11, 1, 0.2), [31, 0.2]])], 0.005, 0.05)!;
  assert.ok(Math.abs(found.ms - 1.2) < 0.01, `${found.ms}`);
  assert.ok(found.interval[0] > 1.1 && found.interval[1] < 1.3, `${found.interval}`);
  assert.ok(Math.abs(found.inTransferShare - 1 / 1.2) < 0.01);
});

test('pairs of which nobody can tell that they said too much are not taken out: there is an interval, and no item', () => {
  const wild = pairsOf(0, [
    [0.1, 0],
    [15, 1],
  ]);
  const found = decompressionFound([wild], 0.005, 0.05)!;
  assert.ok(found.ms > 8 && found.interval[0] < 0);
  const times: PhaseTimes = { transfer: 3, delivery: 2 };
  assert.deepEqual(takeOutDecompression(times, found, 1), []);
  assert.deepEqual(times, { transfer: 3, delivery: 2 });
});

test('what pairs surely say too much makes the items more than the whole', () => {
  const found = decompressionFound([pairsOf(0, steady(12, 8, 0))], 0.005, 0.05)!;
  const times: PhaseTimes = { transfer: 3, delivery: 2 };
  assert.deepEqual(takeOutDecompression(times, found, 1), ['decompress']);
  assert.ok(Math.abs(times.decompress! - 8) < 0.01);
  assert.equal(times.transfer, 0);
  // Not more than the pairs allow, though there is room.
  assert.ok(times.delivery! > 1.95, `${times.delivery}`);
});

test('what the transfer does not hold is in the delivery as far as the pairs allow, and uses up neither', () => {
  const grown = [
    [0.9, 0.1],
    [0.1, 0.9],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.7, 0.4],
    [0.3, 0.5],
  ] as const;
  const times: PhaseTimes = { transfer: 0.3, delivery: 2 };
  takeOutDecompression(times, decompressionFound([pairsOf(0, grown)], 0.005, 0.05), 1);
  const sum = times.transfer! + times.delivery! + times.decompress!;
  assert.ok(Math.abs(sum - 2.3) < 1e-9, `${sum}`);
  assert.ok(times.decompress! > 0.9, JSON.stringify(times));
  assert.ok(times.transfer! > 0.02 && times.transfer! < 0.2, JSON.stringify(times));
  const turned: PhaseTimes = { transfer: 2, delivery: 0.3 };
  const mirrored = pairsOf(
    0,
    grown.map(([transferMs, deliveryMs]) => [deliveryMs, transferMs] as const),
  );
  takeOutDecompression(turned, decompressionFound([mirrored], 0.005, 0.05), 1);
  assert.ok(Math.abs(turned.delivery! - times.transfer!) < 1e-9, JSON.stringify(turned));
});
