// The draws that datasets are made of. Each says which calls of java.util.Random it makes, in which order,
// because every implementation of a dataset must make the same ones.

import type { JavaRandom } from '../../base/java-random.ts';

const ALPHABET = new TextEncoder().encode('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const buffer = new Uint8Array(1_024);
const ascii = new TextDecoder();

/** `length` calls of nextInt(62), one a character, indices into 0-9 A-Z a-z. */
export function drawCharacters(random: JavaRandom, length: number): string {
  const characters = length <= buffer.length ? buffer.subarray(0, length) : new Uint8Array(length);
  random.fillFrom(ALPHABET, characters, 0, length);
  return ascii.decode(characters);
}

/** One nextInt(max - min + 1) for the length, which includes both ends, then the characters. */
export function drawString(random: JavaRandom, minLength: number, maxLength: number): string {
  return drawCharacters(random, drawInteger(random, minLength, maxLength));
}

/** min + nextInt(max - min + 1), which includes both ends. */
export function drawInteger(random: JavaRandom, min: number, max: number): number {
  return min + random.nextInt(max - min + 1);
}

/** One nextInt(length). */
export function drawOne<T>(random: JavaRandom, choices: readonly T[]): T {
  return choices[random.nextInt(choices.length)]!;
}

/**
 * Two calls of nextLong: the most significant 64 bits, then the least. Version 4 and variant 2 are set in
 * them as java.util.UUID.randomUUID does, and the text is what java.util.UUID.toString prints (36 characters,
 * lower case).
 */
export function drawUuid(random: JavaRandom): string {
  const most = random.nextLongWords();
  const least = random.nextLongWords();
  writeHex(most.high, 0, 4);
  writeHex((most.low & 0xffff_0fff) | 0x4000, 9, 14);
  writeHex((least.high & 0x3fff_ffff) | 0x8000_0000, 19, 24);
  writeHex(least.low, 28, 32);
  return ascii.decode(uuidText);
}

// A buffer for one UUID after the other, in which the hyphens stay.
const uuidText = new TextEncoder().encode('00000000-0000-0000-0000-000000000000');
const HEX_DIGITS = new TextEncoder().encode('0123456789abcdef');

/** The eight digits of a 32-bit word: four from place `first` on, four from `second` on. */
function writeHex(word: number, first: number, second: number): void {
  for (let i = 0; i < 4; i++) {
    uuidText[first + i] = HEX_DIGITS[(word >>> (28 - 4 * i)) & 15]!;
    uuidText[second + i] = HEX_DIGITS[(word >>> (12 - 4 * i)) & 15]!;
  }
}
