// Which of many are looked at where all would take too long: evenly spread, the first among them.

/** Indexes from 0 to `count` − 1, all of them or `most`, in order. */
export function evenlySpread(count: number, most: number): number[] {
  const taken = Math.min(count, most);
  return Array.from({ length: taken }, (_, i) => Math.floor((i * count) / taken));
}
