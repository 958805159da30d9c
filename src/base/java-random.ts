// java.util.Random, bit for bit, because the published study drew its datasets with it and a JVM target must
// be able to draw the same ones. The algorithm is the one its documentation fixes: a 48-bit linear
// congruential generator, X(n+1) = (0x5DEECE66D · X(n) + 0xB) mod 2^48. The state is held as two 24-bit
// halves: every product of two halves is below 2^48 and so exact in a double, and no BigInt is needed.

const HALF = 0x1_00_00_00;
const HALF_MASK = HALF - 1;
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const ADDEND = 0xb;

/** The generator's whole state, so that a later process can go on where one stopped. */
export interface JavaRandomState {
  readonly high: number;
  readonly low: number;
}

export class JavaRandom {
  #high: number;
  #low: number;

  /** `seed` is a Java long: a bigint is taken mod 2^64, a number must be a safe integer. */
  constructor(seed: number | bigint) {
    if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
      throw new RangeError(`seed ${seed} is not a safe integer: give it as a bigint`);
    }
    const scrambled = BigInt.asUintN(48, BigInt(seed)) ^ 0x5deece66dn;
    this.#high = Number(scrambled >> 24n);
    this.#low = Number(scrambled & 0xffffffn);
  }

  /** A generator that goes on from a state taken earlier. */
  static resumed(state: JavaRandomState): JavaRandom {
    const random = new JavaRandom(0);
    random.#high = state.high & HALF_MASK;
    random.#low = state.low & HALF_MASK;
    return random;
  }

  get state(): JavaRandomState {
    return { high: this.#high, low: this.#low };
  }

  /**
   * The `bits` (1–32) highest bits of the next state, as a signed 32-bit integer, as Java's protected next().
   */
  next(bits: number): number {
    const low = this.#low * MULTIPLIER_LOW + ADDEND;
    const carry = Math.floor(low / HALF);
    const high = this.#high * MULTIPLIER_LOW + this.#low * MULTIPLIER_HIGH + carry;
    this.#low = low - carry * HALF;
    this.#high = high - Math.floor(high / HALF) * HALF;
    // The upper 32 of 48 bits, then the sign-extending shift of Java's (int) cast.
    const upper = (this.#high << 8) | (this.#low >>> 16);
    return bits === 32 ? upper : upper >>> (32 - bits);
  }

  /** With a bound, uniform in [0, bound); without one, uniform over all 32-bit integers. */
  nextInt(bound?: number): number {
    if (bound === undefined) return this.next(32);
    if (!Number.isInteger(bound) || bound <= 0 || bound > 0x7fffffff) {
      throw new RangeError(`bound must be an integer from 1 to 2147483647, got ${bound}`);
    }
    if ((bound & -bound) === bound) return Math.floor(bound * (this.next(31) / 0x8000_0000));
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      // Java rejects where bits - value + (bound - 1) overflows an int: the last, incomplete round of the
      // range.
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }

  /**
   * `count` calls of nextInt(alphabet.length), each replaced by its character code, written to `out` from
   * `start`. The state stays in local variables, which makes a million long strings affordable.
   */
  fillFrom(alphabet: Uint8Array, out: Uint8Array, start: number, count: number): void {
    const bound = alphabet.length;
    if (bound === 0 || bound > 256 || (bound & -bound) === bound) {
      for (let i = 0; i < count; i++) out[start + i] = alphabet[this.nextInt(bound)]!;
      return;
    }
    // Below 2^31 - bound no overflow is possible; the rest is rejected as nextInt does.
    const lastWhole = 0x7fffffff - (bound - 1);
    let high = this.#high;
    let low = this.#low;
    for (let i = 0; i < count; ) {
      const product = low * MULTIPLIER_LOW + ADDEND;
      const carry = Math.floor(product / HALF);
      const sum = high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH + carry;
      low = product - carry * HALF;
      high = sum - Math.floor(sum / HALF) * HALF;
      const bits = ((high << 7) | (low >>> 17)) & 0x7fffffff;
      const value = bits % bound;
      if (bits - value > lastWhole) continue;
      out[start + i] = alphabet[value]!;
      i += 1;
    }
    this.#high = high;
    this.#low = low;
  }

  nextBoolean(): boolean {
    return this.next(1) !== 0;
  }

  /**
   * A Java long as two signed 32-bit halves; the low word is added, not joined, so a negative one borrows.
   */
  nextLongWords(): { high: number; low: number } {
    const high = this.next(32);
    const low = this.next(32);
    return { high: (high + (low >> 31)) | 0, low };
  }

  nextLong(): bigint {
    const { high, low } = this.nextLongWords();
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }

  /** Uniform in [0, 1) in steps of 2^-53. */
  nextDouble(): number {
    const high = this.next(26);
    return (high * 0x800_0000 + this.next(27)) / 0x20_0000_0000_0000;
  }

  /** Uniform in [0, 1) in steps of 2^-24. */
  nextFloat(): number {
    return this.next(24) / HALF;
  }
}
