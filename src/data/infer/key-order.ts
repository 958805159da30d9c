// Finds the order of keys that suits all objects, if there is one.

export class KeyOrder {
  /** Key → the keys that came right after it in some object. */
  readonly #after = new Map<string, Set<string>>();
  #last: readonly string[] = [];

  /** Adds the keys of one object, in their order. */
  add(keys: readonly string[]): void {
    if (isSame(keys, this.#last)) return;
    this.#last = keys;
    keys.forEach((key, i) => {
      const after = this.#after.get(key) ?? new Set();
      this.#after.set(key, after);
      if (i + 1 < keys.length) after.add(keys[i + 1]!);
    });
  }

  merge(other: KeyOrder): void {
    for (const [key, others] of other.#after) {
      this.#after.set(key, new Set([...(this.#after.get(key) ?? []), ...others]));
    }
  }

  /**
   * The keys in the order that suits all objects. If none does, they are in order of first appearance, and
   * `varies` is set.
   */
  order(): { readonly keys: readonly string[]; readonly varies: boolean } {
    const sorted = this.#sorted();
    return sorted === null
      ? { keys: [...this.#after.keys()], varies: true }
      : { keys: sorted, varies: false };
  }

  /** A topological order (Kahn) in which keys that came first go first; null if there is a circle. */
  #sorted(): string[] | null {
    const waitsFor = new Map([...this.#after.keys()].map((key) => [key, 0]));
    for (const after of this.#after.values()) {
      for (const key of after) waitsFor.set(key, waitsFor.get(key)! + 1);
    }
    const sorted: string[] = [];
    // A stack, filled in reverse, so that a key's successors stand near it.
    const ready = [...waitsFor.keys()].filter((key) => waitsFor.get(key) === 0).reverse();
    while (ready.length > 0) {
      const key = ready.pop()!;
      sorted.push(key);
      for (const next of [...this.#after.get(key)!].reverse()) {
        const left = waitsFor.get(next)! - 1;
        waitsFor.set(next, left);
        if (left === 0) ready.push(next);
      }
    }
    return sorted.length === waitsFor.size ? sorted : null;
  }
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length === others.length && keys.every((key, i) => key === others[i]);
}
