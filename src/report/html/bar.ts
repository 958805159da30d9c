// A cell's bill as a bar: one rectangle a phase, coloured by group and shaded by its place in the group, the residual
// hatched, the total in figures at the end. Positions are percentages, so one drawing serves every width.

import { BILL_GROUPS, type Bill, type BillItem, PHASE_TITLES } from '../bill.ts';
import { ms } from '../figures.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** Room that is left for the figure at the end of the longest bar, percent. */
const ROOM_FOR_FIGURE = 13;

/** The hatching that residuals refer to; stands once in the page. */
export const HATCH = html`<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="5"/></pattern></defs></svg>`;

export function billBar(bill: Bill, scaleMs: number): Markup {
  const percentOf = (value: number) => (value / scaleMs) * (100 - ROOM_FOR_FIGURE);
  let at = 0;
  const pieces: Markup[] = [];
  const ranks = new Map<string, number>();
  for (const item of bill.items) {
    if (item.meanMs <= 0) continue;
    const rank = ranks.get(item.group) ?? 0;
    ranks.set(item.group, rank + 1);
    const width = percentOf(item.meanMs);
    pieces.push(piece(at, width, `${item.group} s${Math.min(3, rank)} edge`, itemTitle(item, bill)));
    at += width;
  }
  if (bill.residualMs > 0) {
    const width = percentOf(bill.residualMs);
    pieces.push(
      piece(at, width, 'residual', `residual ${ms(bill.residualMs)}: not accounted for by any item`),
    );
    at += width;
  }
  const total = percentOf(bill.totalMs);
  const over = bill.residualMs < 0 ? overrun(total, bill.residualMs) : NOTHING;
  return html`<svg role="img" aria-label="${describe(bill)}">${pieces}${over}<text x="${place(Math.max(at, total))}%" dx="7" y="15">${ms(bill.totalMs).replace(' ms', '')}</text></svg>`;
}

function piece(x: number, width: number, classes: string, title: string): Markup {
  return html`<rect x="${place(x)}%" y="2" width="${place(width)}%" height="16" class="${classes}"><title>${title}</title></rect>`;
}

/** Where the measured total ends although the items go on. */
function overrun(total: number, residualMs: number): Markup {
  return html`<line class="over" x1="${place(total)}%" x2="${place(total)}%" y1="0" y2="20"><title>the total ends here: the items add up to ${ms(-residualMs)} more</title></line>`;
}

function itemTitle(item: BillItem, bill: Bill): string {
  const share = Math.round((item.meanMs / bill.totalMs) * 100);
  const how = item.estimated ? ', measured alone' : item.batched ? ', timed in batches' : '';
  return `${item.group}: ${PHASE_TITLES[item.phase]} ${ms(item.meanMs)}, ${share} %${how}`;
}

function describe(bill: Bill): string {
  const groups = BILL_GROUPS.map((group) => `${group} ${ms(bill.groupMs[group])}`);
  return `${groups.join(', ')}, residual ${ms(Math.abs(bill.residualMs))}; total ${ms(bill.totalMs)}`;
}

export function place(percent: number): string {
  return String(Math.round(percent * 100) / 100);
}
