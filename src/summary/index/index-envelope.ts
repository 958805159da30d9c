// Which of several indexes is the lowest while one weight goes from 0 to 1: each is a straight line over that
// share, and the lowest of them at each share make a chain of ranges (the lower envelope of lines).

/** An index where the share is 0, and where it is 1. */
export interface Line {
  readonly at0: number;
  readonly at1: number;
}

export interface LowestRange {
  /** Places in the list of lines: one, or those that are the same line. */
  readonly lowest: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Below this share of the figures themselves a difference is one of rounding. */
const ROUNDING = 1e-12;

/**
 * Ranges that follow one another from 0 to 1, exactly where lines cross. A line that only touches at one
 * point has no range. Walks from one crossing to the next: only a line that rises less can get below.
 */
export function lowestRanges(lines: readonly Line[]): readonly LowestRange[] {
  const ranges: LowestRange[] = [];
  let from = 0;
  let own = lowestLineAtStart(lines);
  for (;;) {
    const next = nextCrossing(lines, own, from);
    if (next === null || next.at >= 1) break;
    ranges.push({ lowest: sameAs(lines, own), from, to: next.at });
    from = next.at;
    own = next.line;
  }
  return [...ranges, { lowest: sameAs(lines, own), from, to: 1 }];
}

export function valueAt({ at0, at1 }: Line, share: number): number {
  return at0 + share * (at1 - at0);
}

/** The line that is lowest at 0; where several are, the one that goes on lower. */
function lowestLineAtStart(lines: readonly Line[]): Line {
  return lines.reduce((best, line) => {
    if (isSame(line.at0, best.at0)) return line.at1 < best.at1 ? line : best;
    return line.at0 < best.at0 ? line : best;
  });
}

function nextCrossing(
  lines: readonly Line[],
  own: Line,
  from: number,
): { readonly line: Line; readonly at: number } | null {
  let next: { line: Line; at: number } | null = null;
  for (const line of lines) {
    // Not the same at 0 by rounding alone, or it would have been chosen there.
    if (isSame(line.at1, own.at1) || line.at1 > own.at1) continue;
    const gap0 = Math.max(0, line.at0 - own.at0);
    const at = Math.max(from, gap0 / (gap0 + own.at1 - line.at1));
    if (next === null || at < next.at || (at === next.at && line.at1 < next.line.at1)) next = { line, at };
  }
  return next;
}

function sameAs(lines: readonly Line[], own: Line): readonly number[] {
  return lines.flatMap((line, i) => (isSame(line.at0, own.at0) && isSame(line.at1, own.at1) ? [i] : []));
}

function isSame(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
}
