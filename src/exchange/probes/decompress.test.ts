import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import { formatServerTiming } from '../../wire/server-timing.ts';
import type { RequestTimings } from '../connections/resource-entries.ts';
import type { RequestMarks } from '../request-exchange.ts';
import { type AnswerPair, askInPairs, decompressionOf } from './decompress.ts';

/** A target and a client whose every answer takes what `takesMs` says, on a clock of the test's own. */
function answering(takesMs: (opaque: boolean, nth: number) => { ms: number; compressMs: number | null }) {
  const state = { nowMs: 0, asked: [] as boolean[] };
  const ask = async (opaque: boolean): Promise<RequestMarks> => {
    const { ms, compressMs } = takesMs(opaque, state.asked.length);
    state.asked.push(opaque);
    const callMs = state.nowMs;
    state.nowMs += ms + (compressMs ?? 0);
    const bodyMs = state.nowMs;
    const serverTiming =
      compressMs === null ? null : formatServerTiming({ computeMs: 0, encodeMs: 0, compressMs });
    const url = `/exchange?serial=${state.asked.length}`;
    const stamps = { callMs, encodedMs: callMs, bodyMs, decodedMs: bodyMs };
    return { url, ...stamps, serverTiming, bytesRequest: 0, contentEncoding: '', contentLength: 0 };
  };
  return { state, ask, now: () => state.nowMs };
}

const NO_ENTRIES = new Map<string, readonly RequestTimings[]>();

function told(pairs: readonly AnswerPair[] | null) {
  return decompressionOf(pairs!, NO_ENTRIES, 'http1');
}

/** Mean 1, with a long tail, as answers have. */
function lateNowAndThen(random: Random): number {
  const usual = 0.6 - 0.15 * Math.log(1 - random());
  return random() < 0.03 ? usual + 8 : usual;
}

test('what decompressing adds is the mean difference of pairs, without the work of the target', async () => {
  // Compressing takes 40 ms now and 10 ms then, and says so.
  const { ask, now, state } = answering((opaque, nth) => ({
    ms: opaque ? 3 : 4.5,
    compressMs: nth % 2 === 0 ? 40 : 10,
  }));
  const { decompressMs, decompression } = told(await askInPairs(ask, now, seededRandom(1), 500));
  assert.equal(decompressMs, 1.5);
  assert.deepEqual(decompression, { pairs: decompression.pairs, standardErrorMs: 0, parts: null });
  assert.ok(decompression.pairs < 20, `it must end when its time is over: ${decompression.pairs} pairs`);
  assert.equal(state.asked.length, 1 + 2 * decompression.pairs, 'one goes before that nobody counts');
});

test('which of a pair goes first is chance: what the first of two costs more is in neither', async () => {
  // Whoever asks after the same way of sending finds it warm.
  let last = true;
  const { ask, now, state } = answering((opaque) => {
    const cold = opaque === last ? 0 : 1;
    last = opaque;
    return { ms: 2 + cold + (opaque ? 0 : 0.5), compressMs: 1 };
  });
  const { decompressMs } = told(await askInPairs(ask, now, seededRandom(3), 300));
  const firsts = state.asked.slice(1).filter((_, i) => i % 2 === 0);
  const opaqueFirst = firsts.filter((opaque) => opaque).length;
  assert.ok(opaqueFirst > firsts.length / 4 && opaqueFirst < (3 * firsts.length) / 4, `${opaqueFirst}`);
  assert.ok(Math.abs(decompressMs - 0.5) < 0.35, `${decompressMs}`);
});

test('the mean of the sessions comes to the truth as their standard errors say, with answers late now and then', async () => {
  const random = seededRandom(7);
  let squares = 0;
  let sum = 0;
  const sessions = 400;
  for (let session = 0; session < sessions; session++) {
    const { ask, now } = answering((opaque) => ({
      ms: lateNowAndThen(random) + (opaque ? 0 : 0.2),
      compressMs: 0.5,
    }));
    const { decompressMs, decompression } = told(await askInPairs(ask, now, random, 200));
    sum += decompressMs;
    squares += ((decompressMs - 0.2) / decompression.standardErrorMs!) ** 2;
  }
  assert.ok(Math.abs(sum / sessions - 0.2) < 0.04, `${sum / sessions}`);
  assert.ok(Math.abs(squares / sessions - 1) < 0.25, `${squares / sessions}`);
});

test('nothing is told where the answer is compressed while it is sent', async () => {
  // 20 ms of a server in front, which nobody has timed; of the opaque bytes the target tells them.
  const { ask, now } = answering((opaque) => ({
    ms: opaque ? 3 : 24.5,
    compressMs: opaque ? 20 : 0,
  }));
  assert.equal(await askInPairs(ask, now, seededRandom(1), 500), null);
});

test('answers that take long are asked for in two pairs, and in one where that takes all the time', async () => {
  const long = answering((opaque) => ({ ms: opaque ? 400 : 420, compressMs: null }));
  const { decompressMs, decompression } = told(await askInPairs(long.ask, long.now, seededRandom(1), 100));
  assert.deepEqual([decompressMs, decompression.pairs], [20, 2]);
  const longer = answering((opaque) => ({ ms: opaque ? 3_000 : 3_020, compressMs: null }));
  const one = told(await askInPairs(longer.ask, longer.now, seededRandom(1), 100));
  assert.equal(one.decompressMs, 20);
  assert.deepEqual(one.decompression, { pairs: 1, standardErrorMs: null, parts: null });
});

test('where one pair is asked for, nothing goes before it and nothing comes after', async () => {
  const { ask, now, state } = answering((opaque) => ({ ms: opaque ? 1_500 : 1_504, compressMs: 1 }));
  const { decompressMs, decompression } = told(await askInPairs(ask, now, seededRandom(1), 100, 1));
  assert.deepEqual([decompressMs, decompression.pairs, state.asked.length], [4, 1, 2]);
});

test('so many pairs as were asked for are made where they do not take a second', async () => {
  const short = answering(() => ({ ms: 3, compressMs: 1 }));
  const many = await askInPairs(short.ask, short.now, seededRandom(1), 20, 12);
  assert.equal(many!.length, 12);
  const long = answering(() => ({ ms: 120, compressMs: 1 }));
  const few = await askInPairs(long.ask, long.now, seededRandom(1), 20, 12);
  assert.ok(few!.length >= 4 && few!.length < 7, `${few!.length} pairs`);
});

test('each pair is told by what grew in it, where Resource Timing tells', async () => {
  const { ask, now } = answering((opaque) => ({ ms: opaque ? 3 : 4.5, compressMs: 1 }));
  const pairs = (await askInPairs(ask, now, seededRandom(1), 30))!;
  const entries = new Map(
    pairs.flatMap(({ usual, opaque }) =>
      [usual, opaque].map(({ url, callMs, bodyMs }) => [
        url,
        [
          {
            name: url,
            fetchStart: callMs,
            connectStart: callMs,
            secureConnectionStart: 0,
            connectEnd: callMs,
            requestStart: callMs + 0.1,
            responseStart: callMs + 1,
            responseEnd: bodyMs - 0.5,
            encodedBodySize: 10,
            decodedBodySize: 100,
          },
        ],
      ]),
    ),
  );
  const { decompressMs, decompression } = decompressionOf(pairs, entries, 'http1');
  assert.equal(decompressMs, 1.5);
  assert.deepEqual(
    decompression.grownMs,
    pairs.map(() => [1.5, 0]),
  );
});
