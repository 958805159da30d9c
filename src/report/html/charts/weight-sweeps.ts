// For three metrics and more: a strip for each, from none of the weight to all of it, in the colour of who
// wins there.

import type { Sensitivity } from '../../../summary/index/sensitivity.ts';
import type { Sweep } from '../../../summary/index/weight-sweep.ts';
import type { NameOf } from '../../sensitivity/answers.ts';
import { sharePercent, shareRange } from '../../sensitivity/figures.ts';
import { openNote, winnerStay, winners } from '../../sensitivity/tables.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { place } from './bar.ts';
import { listWinners, winnerColours } from './winner-colours.ts';

export function weightSweeps(sensitivity: Sensitivity, nameOf: NameOf): Markup {
  const { winner, sweeps } = sensitivity;
  const colourOf = winnerColours(sensitivity);
  const isOpen = sweeps.some(({ openAt }) => openAt.length > 0);
  return html`<h3>Shares at which ${nameOf(winner)} stays the lowest</h3>
<ul class="legend">${listWinners(sensitivity).map(
    (cell) =>
      html`<li><svg aria-hidden="true"><rect width="11" height="11" class="k${colourOf(cell)} won"/></svg>${nameOf(cell)}</li>`,
  )}${isOpen ? html`<li><svg aria-hidden="true"><rect width="11" height="11" class="open"/></svg>open</li>` : NOTHING}<li>stroke: now</li></ul>
<div class="sweeps"><table>
<thead><tr><th scope="col">metric</th><th scope="col" class="num">now</th><th scope="col" class="strip">its share, 0 to 100 %</th><th scope="col" class="num">stays</th><th scope="col">below that</th><th scope="col">above that</th></tr></thead>
<tbody>${sweeps.map((sweep) => row(sweep, winner, nameOf, colourOf))}</tbody></table></div>
<p class="note">One metric’s share at a time, the others in proportion.</p>`;
}

function row(sweep: Sweep, winner: string, nameOf: NameOf, colourOf: (cell: string) => number): Markup {
  const { range, below, above } = winnerStay(sweep, winner);
  const beyond = (side: string, one: typeof below) =>
    one === null
      ? html`<td class="beyond none">–</td>`
      : html`<td class="beyond" data-side="${side}">${winners(one.cells, nameOf)}</td>`;
  return html`<tr><th scope="row">${sweep.metric}</th><td class="num">${sharePercent(sweep.share)}</td><td class="strip">${strip(sweep, nameOf, colourOf)}</td><td class="num stays">${shareRange(range)}</td>${beyond('below', below)}${beyond('above', above)}</tr>
`;
}

function strip(sweep: Sweep, nameOf: NameOf, colourOf: (cell: string) => number): Markup {
  const { ranges, openAt, share } = sweep;
  const box = (from: number, to: number) =>
    html`x="${place(from * 100)}%" width="${place(Math.max(0.3, (to - from) * 100))}%" y="2" height="16"`;
  const label = ranges.map(({ cells, from, to }) => `${winners(cells, nameOf)} ${shareRange([from, to])}`);
  return html`<svg role="img" aria-label="${label.join(', ')}${openNote(sweep)}">${ranges.map(
    ({ cells, from, to }, i) =>
      html`<rect ${box(from, to)} class="k${colourOf(cells[0]!)} won"><title>${label[i]!}</title></rect>`,
  )}${openAt.map(([from, to]) => html`<rect ${box(from, to)} class="open"><title>open ${shareRange([from, to])}</title></rect>`)}<line class="middle" x1="${place(share * 100)}%" x2="${place(share * 100)}%" y1="0" y2="20"/></svg>`;
}
