// The middle of some values. It runs in pages too; the rest of statistics is the lab's (the room `stats`).

/** Of an even number the mean of the two in the middle; NaN of none. */
export function median(values: ArrayLike<number>): number {
  const ascending = Float64Array.from(values).sort();
  if (ascending.length === 0) return Number.NaN;
  const low = ascending[(ascending.length - 1) >> 1]!;
  const high = ascending[ascending.length >> 1]!;
  return low === high ? low : low + (high - low) / 2;
}
