// What to know of a payload that is made longer than it is (n beyond its records): its records come several
// times, and compression finds the copies.

/** `n` records out of `count`; nothing where none comes twice. */
export function sayCopies(n: number, count: number): readonly string[] {
  if (n <= count) return [];
  const often =
    n >= 2 * count ? `every record comes about ${Math.round(n / count)} times` : 'some records come twice';
  return [
    `n = ${n}: ${often}; compression finds the copies, zstd and br further back than gzip, and as many different records would stay larger`,
  ];
}
