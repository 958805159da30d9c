import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileNamed } from '../network/profiles.ts';
import type { Way } from '../record/advice-facts.ts';
import { networkTimes, predictMs } from './predict.ts';

const WAY: Way = {
  format: 'json',
  encoder: 'e',
  codec: 'c',
  compression: 'none',
  bytes: 1_000_000,
  encodeMs: 5,
  compressMs: 20,
  decompressMs: 3,
  decodeMs: 10,
  decodedIn: 'chromium',
  losesKeyOrder: false,
};

test('a prediction is the sum of the work and of the wire', () => {
  const onNone = predictMs(WAY, networkTimes(profileNamed('none')!));
  assert.ok(onNone > 38 && onNone < 45, String(onNone));
  // A megabyte takes 5 s at 1.6 Mbit/s, its packets’ headers 3.7 % more; and there is a round trip of 300 ms.
  const on3g = predictMs(WAY, networkTimes(profileNamed('3g')!));
  assert.ok(on3g > 5_500 && on3g < 5_700, String(on3g));
});

test('fewer bytes help a slow network more than work costs there, and not a fast one', () => {
  const smaller = { ...WAY, bytes: 200_000, compressMs: 120 };
  const gain = (name: string) => {
    const times = networkTimes(profileNamed(name)!);
    return predictMs(WAY, times) - predictMs(smaller, times);
  };
  assert.ok(gain('3g') > 3_000);
  assert.ok(gain('lan') < 0);
});
