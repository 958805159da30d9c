import assert from 'node:assert/strict';
import test from 'node:test';
import { madePayload } from '../../../test/support/documents/made-payload.ts';
import { FakeClock } from '../../base/clock.ts';
import type { DataValue } from '../../data/schema.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import type { Codec, Encoder } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { timedSample, timeWay } from './way-times.ts';

const GZIP = { coding: 'gzip', level: 6 };
const clock = new FakeClock();

/** JSON that takes a millisecond for each value of the list. */
const encoder: Encoder = {
  ...formatNamed('json').encoders[0]!,
  bind: () => (value) => {
    clock.advance((value as DataValue[]).length);
    return Buffer.from(JSON.stringify(value));
  },
};
const decoder: Codec = {
  name: 'slow',
  takes: 'text',
  needs: [],
  library: null,
  bind: () => (text) => {
    clock.advance(7);
    return JSON.parse(text) as DataValue;
  },
};

function times(payload: Payload, mostJsonBytes: number) {
  const sample = timedSample(payload, { compressions: [], budgetMs: 100, mostJsonBytes });
  return timeWay(encoder, [decoder], payload.schema, sample, clock);
}

test('times are the clock’s: of encoding and of each decoder', () => {
  const { encodeMs, decodeMs } = times(madePayload([1, 2, 3]), 1_000);
  assert.equal(encodeMs, 3);
  assert.deepEqual([...decodeMs], [['slow', 7]]);
});

test('the compressions asked for are timed, and no others', () => {
  let nowMs = 0;
  const ticking = { nowMs: () => ++nowMs, date: () => new Date(0) };
  const payload = madePayload([1, 2, 3]);
  const sample = timedSample(payload, { compressions: [GZIP], budgetMs: 20, mostJsonBytes: 1_000 });
  const { ofCompression } = timeWay(encoder, [decoder], payload.schema, sample, ticking);
  // Every reading of the clock is a millisecond later, and a call of the compressor stands between two.
  assert.deepEqual(ofCompression(GZIP), { compressMs: 1, decompressMs: 1 });
  assert.deepEqual(ofCompression({ coding: 'br', level: 5 }), { compressMs: null, decompressMs: null });
});

test('a large list is timed by its first records, and the times are those of all', () => {
  const { encodeMs } = times(madePayload(Array.from({ length: 10_000 }, () => 1234567)), 100);
  assert.ok(Math.abs(encodeMs - 10_000) < 1e-6);
});

test('of several messages the time is that of one', () => {
  const messages = [
    [1, 1],
    [1, 1, 1, 1],
  ];
  assert.equal(times(madePayload(messages, 'messages'), 1_000).encodeMs, 3);
  // The first alone.
  assert.equal(times(madePayload(messages, 'messages'), 6).encodeMs, 2);
});

test('encoders get objects parsed from JSON text, and never the payload’s own', () => {
  const payload = madePayload([{ a: 1 }]);
  const { values } = timedSample(payload, { compressions: [], budgetMs: 1, mostJsonBytes: 100 });
  assert.deepEqual(values, [payload.value]);
  assert.notEqual(values[0], payload.value);
});
