// A stacked bar of characters. In colour, borders fall on eighths of a character: the left part is a block in
// the front colour, the right part shows the background. Without colour each character stands for whoever
// fills most of it.

import { BILL_GROUPS } from '../../items/items.ts';
import type { GroupedBill } from '../tables/grouped-bill.ts';
import { GLYPHS, type Paint, type Segment } from './paint.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/**
 * A shorter bar could not show its parts: how long an exchange takes beside others then only the figures
 * tell.
 */
const SHORTEST = 5;

interface Piece {
  readonly segment: Segment;
  readonly length: number;
}

/**
 * `width` characters stand for `scaleMs`; the bar is as long as its bill, and never too short to show its
 * parts.
 */
export function stackedBar(bill: GroupedBill, scaleMs: number, width: number, paint: Paint): string {
  const segments: Piece[] = [
    ...BILL_GROUPS.map((group) => ({ segment: group, length: Math.max(0, bill.groupMs[group]) })),
    { segment: 'residual', length: Math.max(0, bill.residualMs) },
  ];
  const lengthMs = segments.reduce((sum, piece) => sum + piece.length, 0);
  const total = Math.max((lengthMs / scaleMs) * width, Math.min(SHORTEST, width));
  const pieces = segments.map(({ segment, length }) => ({ segment, length: (length / lengthMs) * total }));
  const characters: string[] = [];
  for (let at = 0; at < Math.max(1, Math.ceil(total - 0.06)); at++) {
    const inside = overlapping(pieces, at);
    if (inside.length > 0) characters.push(paint.colour ? coloured(inside, paint) : plain(inside, at));
  }
  return characters.join('');
}

/** `█ server ━ network ░ browser ▓ client · residual` */
export function legend(paint: Paint): string {
  const segments: Segment[] = [...BILL_GROUPS, 'residual'];
  return segments
    .map((segment) => `${paint.block(paint.colour ? '█' : GLYPHS[segment], segment, null)} ${segment}`)
    .join(' ');
}

/** What of each piece falls into the character at that place. */
function overlapping(pieces: readonly Piece[], at: number): readonly Piece[] {
  let start = 0;
  const inside: Piece[] = [];
  for (const { segment, length } of pieces) {
    const end = start + length;
    const shared = Math.min(end, at + 1) - Math.max(start, at);
    if (shared > 1e-6) inside.push({ segment, length: shared });
    start = end;
  }
  return inside;
}

function coloured(inside: readonly Piece[], paint: Paint): string {
  // Three or more in one character: the two largest, in their order.
  const two = [...inside].sort((a, b) => b.length - a.length).slice(0, 2);
  const [first, second] = inside.filter((piece) => two.includes(piece));
  const filled = inside.reduce((sum, piece) => sum + piece.length, 0);
  const isEnd = filled < 0.95;
  if (second === undefined || isEnd) {
    const largest = two[0]!.segment;
    return paint.block(EIGHTHS[Math.max(1, Math.round(filled * 8))]!, largest, null);
  }
  const eighths = Math.round((first!.length / (first!.length + second.length)) * 8);
  if (eighths === 0) return paint.block('█', second.segment, null);
  if (eighths === 8) return paint.block('█', first!.segment, null);
  return paint.block(EIGHTHS[eighths]!, first!.segment, second.segment);
}

function plain(inside: readonly Piece[], at: number): string {
  const filled = inside.reduce((sum, piece) => sum + piece.length, 0);
  if (filled < 0.5 && at > 0) return '';
  return GLYPHS[inside.reduce((a, b) => (b.length > a.length ? b : a)).segment];
}
