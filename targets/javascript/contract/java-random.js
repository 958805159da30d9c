// java.util.Random, which targets/DATA.md draws its datasets by: a linear congruential generator of 48 bits,
// here in two halves of 24, so that every product is exact in a double.

const HALF = 2 ** 24;
const ADDEND = 0xb;
const [FACTOR_HIGH, FACTOR_LOW] = [0x5de, 0xece66d];

export class JavaRandom {
  #high;
  #low;

  /** `seed`: a whole number below 2^48. */
  constructor(seed) {
    this.#high = Math.floor(seed / HALF) ^ FACTOR_HIGH;
    this.#low = (seed % HALF) ^ FACTOR_LOW;
  }

  /** The highest `bits` of the next 32, as a signed integer. */
  next(bits) {
    const low = this.#low * FACTOR_LOW + ADDEND;
    const high = this.#high * FACTOR_LOW + this.#low * FACTOR_HIGH + Math.floor(low / HALF);
    this.#low = low % HALF;
    this.#high = high % HALF;
    const upper = (this.#high << 8) | (this.#low >>> 16);
    return bits === 32 ? upper : upper >>> (32 - bits);
  }

  nextInt(bound) {
    if ((bound & -bound) === bound) return Math.floor((bound * this.next(31)) / 2 ** 31);
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      // The last round of the range is not whole, and Java draws again.
      if (bits - value + bound - 1 < 2 ** 31) return value;
    }
  }

  nextBoolean() {
    return this.next(1) !== 0;
  }

  nextLong() {
    const high = BigInt(this.next(32));
    return BigInt.asUintN(64, (high << 32n) + BigInt(this.next(32)));
  }
}
