// The median. It has its own file because pages use it too; all other statistics stand in the room `stats`.

/** Of an even number of values, the mean of the two in the middle. NaN if there are no values. */
export function median(values: ArrayLike<number>): number {
  const ascending = Float64Array.from(values).sort();
  if (ascending.length === 0) return Number.NaN;
  const low = ascending[(ascending.length - 1) >> 1]!;
  const high = ascending[ascending.length >> 1]!;
  return low === high ? low : low + (high - low) / 2;
}
