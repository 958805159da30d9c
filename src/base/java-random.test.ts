import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { JavaRandom } from './java-random.ts';

interface Vectors {
  seed: string;
  nextInt: number[];
  nextBoolean: boolean[];
  nextLong: string[];
  nextDoubleBits: string[];
  nextFloatBits: number[];
  bounded: Record<string, number[]>;
  mixed: [number, boolean, string, number][];
  after100000: number;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('./testdata/java-random-vectors.json', import.meta.url), 'utf8'),
) as Vectors[];

const draws = <T>(seed: string, count: number, draw: (random: JavaRandom) => T): T[] => {
  const random = new JavaRandom(BigInt(seed));
  return Array.from({ length: count }, () => draw(random));
};

function doubleBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}

function floatBits(value: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return view.getInt32(0);
}

test('every kind of draw equals what real Java printed', () => {
  assert.equal(VECTORS.length, 12);
  for (const v of VECTORS) {
    assert.deepEqual(
      draws(v.seed, 20, (r) => r.nextInt()),
      v.nextInt,
      v.seed,
    );
    assert.deepEqual(
      draws(v.seed, 40, (r) => r.nextBoolean()),
      v.nextBoolean,
      v.seed,
    );
    assert.deepEqual(
      draws(v.seed, 20, (r) => String(r.nextLong())),
      v.nextLong,
      v.seed,
    );
    assert.deepEqual(
      draws(v.seed, 20, (r) => doubleBits(r.nextDouble())),
      v.nextDoubleBits,
      v.seed,
    );
    assert.deepEqual(
      draws(v.seed, 20, (r) => floatBits(r.nextFloat())),
      v.nextFloatBits,
      v.seed,
    );
    for (const [bound, expected] of Object.entries(v.bounded)) {
      assert.deepEqual(
        draws(v.seed, 20, (r) => r.nextInt(Number(bound))),
        expected,
        `${v.seed} ${bound}`,
      );
    }
    const mixed = draws(v.seed, 20, (r) => [
      r.nextInt(62),
      r.nextBoolean(),
      String(r.nextLong()),
      r.nextInt(200001),
    ]);
    assert.deepEqual(mixed, v.mixed, v.seed);
    assert.equal(draws(v.seed, 100_000, (r) => r.nextInt()).at(-1), v.after100000, v.seed);
  }
});

test('a number and a bigint of the same value give the same stream', () => {
  for (const seed of [0, 42, -1, -987654321, Number.MAX_SAFE_INTEGER]) {
    assert.equal(new JavaRandom(seed).nextInt(), new JavaRandom(BigInt(seed)).nextInt());
  }
});

test('filling from an alphabet draws exactly what single calls draw, whatever its size', () => {
  for (const size of [1, 2, 3, 62, 64, 200, 256]) {
    const alphabet = Uint8Array.from({ length: size }, (_, i) => 255 - i);
    const filled = new Uint8Array(1_000);
    const one = new JavaRandom(7);
    one.fillFrom(alphabet, filled, 10, 900);
    const other = new JavaRandom(7);
    const expected = new Uint8Array(1_000);
    for (let i = 10; i < 910; i++) expected[i] = alphabet[other.nextInt(size)]!;
    assert.deepEqual(filled, expected);
    assert.deepEqual(one.state, other.state);
  }
});

test('a resumed generator goes on where the first one stood', () => {
  const first = new JavaRandom(-5n);
  for (let i = 0; i < 1_000; i++) first.nextInt(1001);
  const second = JavaRandom.resumed(first.state);
  for (let i = 0; i < 100; i++) assert.equal(second.nextInt(), first.nextInt());
});

test('bounds Java refuses are refused, and so are seeds a double cannot hold', () => {
  const random = new JavaRandom(1);
  for (const bound of [0, -1, 1.5, 2 ** 31, Number.NaN])
    assert.throws(() => random.nextInt(bound), RangeError);
  assert.throws(() => new JavaRandom(2 ** 53), /bigint/);
});
