// A cell's bill as a bar: one rectangle a phase, coloured by group and shaded by its place in the group, the
// residual hatched, the total in figures at the end. Positions are percentages, so one drawing serves every
// width.

import { ms } from '../../../base/figures/times.ts';
import { BILL_GROUPS, groupOf, ITEMS } from '../../../items/items.ts';
import { type BillItem, type GroupedBill, hasResidual, shownPhases } from '../../tables/grouped-bill.ts';
import { html, type Markup, NOTHING } from '../markup.ts';

/** Room that is left for the figure at the end of the longest bar, percent. */
const ROOM_FOR_FIGURE = 13;

/** Share of the total by which the items must exceed it to be marked. */
const WORTH_MARKING = 0.02;

type Say = (timeMs: number) => string;

/** The hatching that residuals refer to; stands once in the page. */
export const HATCH = html`<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="5"/></pattern></defs></svg>`;

/** `say` a time with its unit. */
export function billBar(bill: GroupedBill, scaleMs: number, say: Say = ms): Markup {
  const toPercent = (value: number) => (value / scaleMs) * (100 - ROOM_FOR_FIGURE);
  let at = 0;
  const pieces: Markup[] = [];
  for (const item of bill.items) {
    if (item.meanMs <= 0) continue;
    const width = toPercent(item.meanMs);
    pieces.push(
      piece(at, width, `${item.group} s${ITEMS[item.phase].shade} edge`, itemTitle(item, bill, say)),
    );
    if (item.estimated || item.batched) pieces.push(dotted(at, width));
    at += width;
  }
  if (bill.residualMs > 0) {
    const width = toPercent(bill.residualMs);
    pieces.push(
      piece(at, width, 'residual', `residual ${say(bill.residualMs)}: not accounted for by any item`),
    );
    at += width;
  }
  const total = toPercent(bill.totalMs);
  const over = isOverrun(bill) ? overrun(total, bill.residualMs, say) : NOTHING;
  return html`<svg role="img" aria-label="${describe(bill, say)}">${pieces}${over}<text x="${place(Math.max(at, total))}%" dx="7" y="15">${atTheEnd(bill.totalMs, say)}</text></svg>`;
}

/** Where all is in ms, that goes without saying. */
function atTheEnd(totalMs: number, say: Say): string {
  return say === ms ? ms(totalMs).replace(' ms', '') : say(totalMs);
}

function piece(x: number, width: number, classes: string, title: string): Markup {
  return html`<rect x="${place(x)}%" y="2" width="${place(width)}%" height="16" class="${classes}"><title>${title}</title></rect>`;
}

/** Under an item that was measured alone or in batches. */
function dotted(x: number, width: number): Markup {
  return html`<line class="alone" x1="${place(x)}%" x2="${place(x + width)}%" y1="20" y2="20"/>`;
}

/** What the colours and shades are, for the items that the cells have. */
export function billLegend(bills: readonly GroupedBill[]): Markup {
  const items = bills.flatMap((bill) => bill.items);
  const alone = items.some(({ estimated, batched }) => estimated || batched);
  const stroke = bills.some(isOverrun)
    ? html`<li>red stroke: the total, where the items add up to more</li>`
    : NOTHING;
  const shown = shownPhases(bills).filter((phase) => items.some((item) => item.phase === phase));
  const groups = BILL_GROUPS.map((group) => {
    const phases = shown.filter((phase) => groupOf(phase) === group);
    if (phases.length === 0) return NOTHING;
    return html`<li><b>${group}</b> ${phases.map((phase) => html`<span class="item">${swatch(group, ITEMS[phase].shade)}${ITEMS[phase].title}</span>`)}</li>`;
  });
  return html`<ul class="legend">${groups}${bills.some(hasResidual) ? html`<li>${swatch('residual', 0)}residual</li>` : NOTHING}${alone ? html`<li>dotted below: measured alone or in batches</li>` : NOTHING}${stroke}</ul>`;
}

function swatch(group: string, shade: number): Markup {
  return html`<svg aria-hidden="true"><rect width="11" height="11" class="${group} s${shade}"/></svg>`;
}

function isOverrun({ residualMs, totalMs }: GroupedBill): boolean {
  return residualMs < -WORTH_MARKING * totalMs;
}

/** Where the measured total ends although the items go on. */
function overrun(total: number, residualMs: number, say: Say): Markup {
  return html`<line class="over" x1="${place(total)}%" x2="${place(total)}%" y1="0" y2="20"><title>the total ends here: the items add up to ${say(-residualMs)} more</title></line>`;
}

function itemTitle(item: BillItem, bill: GroupedBill, say: Say): string {
  const share = Math.round((item.meanMs / bill.totalMs) * 100);
  const how = item.estimated ? ', measured alone' : item.batched ? ', timed in batches' : '';
  return `${item.group}: ${ITEMS[item.phase].title} ${say(item.meanMs)}, ${share} %${how}`;
}

function describe(bill: GroupedBill, say: Say): string {
  const groups = BILL_GROUPS.map((group) => `${group} ${say(bill.groupMs[group])}`);
  return `${groups.join(', ')}, residual ${bill.residualMs < 0 ? '−' : ''}${say(Math.abs(bill.residualMs))}; total ${say(bill.totalMs)}`;
}

export function place(percent: number): string {
  return String(Math.round(percent * 100) / 100);
}
