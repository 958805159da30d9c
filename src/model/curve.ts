// A quantity that grows with a size, from points that were measured: straight between neighbours, since most
// of what an answer costs is a constant and a share for each byte, and caches and buffers make knees that no
// one formula follows. Beyond the ends it goes on as between the last two points.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  /** Ascending x, each once; y above 0. */
  readonly points: readonly Point[];
}

/** Medians of differences may come out below 0 where there is nothing to find. */
const LEAST = 0.001;

/** Several values of one x are averaged. */
export function makeCurve(points: readonly Point[]): Curve {
  // By hand: models make some hundred thousands of curves.
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { x, y } of points) {
    const same = sums.get(x);
    if (same === undefined) sums.set(x, { sum: y, count: 1 });
    else {
      same.sum += y;
      same.count++;
    }
  }
  const averaged = Array.from(sums, ([x, { sum, count }]) => ({ x, y: Math.max(sum / count, LEAST) }));
  return { points: averaged.sort((a, b) => a.x - b.x) };
}

/** Above 0. Of one point alone: in proportion to x. */
export function valueAt({ points }: Curve, x: number): number {
  const [first, last] = [points[0]!, points.at(-1)!];
  if (first === last) return first.y * (x / first.x);
  if (x < first.x) return Math.max(along(first, points[1]!, x), first.y * (x / first.x));
  if (x > last.x) return Math.max(along(points.at(-2)!, last, x), last.y);
  const next = Math.max(
    1,
    points.findIndex((point) => point.x >= x),
  );
  return along(points[next - 1]!, points[next]!, x);
}

function along(a: Point, b: Point, x: number): number {
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}

/** How x lies to what was measured: at it, between two of it, or beyond the ends. */
export type Place = 'measured' | 'inside' | 'outside';

export function placeAmong(measured: readonly number[], x: number): Place {
  if (measured.includes(x)) return 'measured';
  return x > Math.min(...measured) && x < Math.max(...measured) ? 'inside' : 'outside';
}
