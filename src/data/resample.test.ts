import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostResampled, resampler } from './resample.ts';

const DIGEST = '3f2a90b1c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f';

function timesOfEach(indexes: Uint32Array, count: number): number[] {
  const times = Array<number>(count).fill(0);
  for (const index of indexes) times[index]! += 1;
  return times;
}

test('as many records as there are come in their own order', () => {
  assert.deepEqual([...resampler(5, DIGEST)(5)], [0, 1, 2, 3, 4]);
});

test('any other number brings every record as often as any other, up to one', () => {
  for (const count of [1, 2, 7, 100]) {
    for (const n of [1, 3, 99, 101, 250, 1_000]) {
      const times = timesOfEach(resampler(count, DIGEST)(n), count);
      const least = Math.floor(n / count);
      assert.ok(
        times.every((each) => each === least || each === least + 1),
        `${n} of ${count}: ${times}`,
      );
    }
  }
});

test('the same digest gives the same order, whatever was asked for before; another one another', () => {
  const asked = resampler(50, DIGEST);
  asked(7);
  asked(50);
  assert.deepEqual(asked(180), resampler(50, DIGEST)(180));
  assert.deepEqual(asked(7), resampler(50, DIGEST)(7), 'what was drawn before is not drawn anew');
  assert.notDeepEqual(asked(180), resampler(50, `0${DIGEST.slice(1)}`)(180));
  const [first, second] = [asked(180).slice(0, 50), asked(180).slice(50, 100)];
  assert.notDeepEqual(first, second, 'each pass has an order of its own');
});

test('the order is that of java.util.Collections.shuffle with the digest’s first 48 bits as the seed', () => {
  // What JDK 17 gives for 0 … 9, shuffled twice from fresh lists with one new Random(42).
  const java = [4, 6, 2, 1, 7, 9, 8, 5, 3, 0, 7, 4, 5, 8, 1, 6, 0, 9, 2, 3];
  assert.deepEqual([...resampler(10, '00000000002affff')(20)], java);
});

test('a short list can be made as long as a generated one, a longer one is taken whole', () => {
  assert.equal(mostResampled(3), 1_000_000);
  assert.equal(mostResampled(2_500_000), 2_500_000);
});
