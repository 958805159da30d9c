// The keys of the objects that are open while JSON is scanned, so that a key that comes twice is found. Keys
// stay in the source; only their hash and their place are kept. Small objects are searched, large ones have
// an index.

/** Beyond this many keys an object gets an index. */
const MOST_LOOKED_THROUGH = 16;
const FIRST_CAPACITY = 1_024;

export interface KeyPlace {
  /** The place of the opening quote. */
  readonly start: number;
  /** The place after the closing quote. */
  readonly end: number;
}

export class KeyStack {
  #hashes = new Int32Array(FIRST_CAPACITY);
  #starts = new Int32Array(FIRST_CAPACITY);
  #ends = new Int32Array(FIRST_CAPACITY);
  /** In an indexed object, the key before with the same hash; else -1. */
  #sameHash = new Int32Array(FIRST_CAPACITY);
  #top = 0;
  readonly #bases: number[] = [];
  readonly #indexes: (Map<number, number> | null)[] = [];
  readonly #isSame: (a: KeyPlace, b: KeyPlace) => boolean;

  /** `isSame` compares keys with the same hash. */
  constructor(isSame: (a: KeyPlace, b: KeyPlace) => boolean) {
    this.#isSame = isSame;
  }

  open(): void {
    this.#bases.push(this.#top);
    this.#indexes.push(null);
  }

  close(): void {
    this.#top = this.#bases.pop()!;
    this.#indexes.pop();
  }

  clear(): void {
    this.#top = 0;
    this.#bases.length = 0;
    this.#indexes.length = 0;
  }

  /**
   * Adds a key of the innermost object. Returns the place of the same key if the object has it already; else
   * null.
   */
  add(hash: number, start: number, end: number): KeyPlace | null {
    if (this.#top === this.#hashes.length) this.#grow();
    const at = this.#top;
    this.#hashes[at] = hash;
    this.#starts[at] = start;
    this.#ends[at] = end;
    const same = this.#find(hash, at);
    if (same !== -1) return this.#place(same);
    this.#top += 1;
    return null;
  }

  /** The key itself stands at `at` already. If the object has an index, the key is entered. */
  #find(hash: number, at: number): number {
    const base = this.#bases[this.#bases.length - 1]!;
    const index = at - base >= MOST_LOOKED_THROUGH ? this.#index(base, at) : null;
    if (index === null) {
      for (let i = base; i < at; i++) if (this.#hashes[i] === hash && this.#equal(i, at)) return i;
      return -1;
    }
    const first = index.get(hash) ?? -1;
    for (let i = first; i !== -1; i = this.#sameHash[i]!) if (this.#equal(i, at)) return i;
    this.#sameHash[at] = first;
    index.set(hash, at);
    return -1;
  }

  #index(base: number, at: number): Map<number, number> {
    const depth = this.#indexes.length - 1;
    const known = this.#indexes[depth]!;
    if (known !== null) return known;
    const index = new Map<number, number>();
    for (let i = base; i < at; i++) {
      this.#sameHash[i] = index.get(this.#hashes[i]!) ?? -1;
      index.set(this.#hashes[i]!, i);
    }
    this.#indexes[depth] = index;
    return index;
  }

  #equal(a: number, b: number): boolean {
    return this.#isSame(this.#place(a), this.#place(b));
  }

  #place(i: number): KeyPlace {
    return { start: this.#starts[i]!, end: this.#ends[i]! };
  }

  #grow(): void {
    this.#hashes = doubled(this.#hashes);
    this.#starts = doubled(this.#starts);
    this.#ends = doubled(this.#ends);
    this.#sameHash = doubled(this.#sameHash);
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** FNV-1a (Fowler, Noll and Vo), 32 bits: keys are compared only where their hashes are the same. */
export const FNV_OFFSET = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** Hashes the bytes of the text in UTF-8. */
export function hashText(text: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash | 0;
}
