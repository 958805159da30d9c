// Which way wins over which network: maps of bandwidth and round trip, and tables that say the same.

import { listed } from '../../../base/figures/plurals.ts';
import type { Decision } from '../../../summary/predicted/decisions.ts';
import type { Summary } from '../../../summary/summary.ts';
import { type DecisionView, decisionViews, type MapView, mapTables } from '../../predicted/map-view.ts';
import { decisionChart, mapPatterns, waySwatch } from '../charts/decision-map.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { adviceTable } from './advice.ts';

export function decisionsSection(summary: Summary, decisions: readonly Decision[]): Markup {
  const views = decisionViews(summary, decisions).filter(({ maps }) => maps.length > 0);
  if (views.length === 0) return NOTHING;
  return html`<h2 id="map">Which way wins over which network? (predicted)</h2>
${mapPatterns(views)}
${views.map(decisionPart)}`;
}

function decisionPart(view: DecisionView): Markup {
  const { where, contenders, others, leftOut, maps, notes } = view;
  const isTied = maps.some(({ map }) => map.fields?.flat().some((field) => field.length > 1));
  return html`<section class="decision">${where === '' ? NOTHING : html`<h3>${where}</h3>`}
${leftOut.map((text) => html`<p class="ending">${prose(text)}</p>`)}
${notes.map((note) => html`<p class="note">${prose(note)}</p>`)}
<ul class="legend">${contenders.map(
    ({ letter, label }, i) => html`<li>${waySwatch(i)}<b>${letter}</b>${label}</li>`,
  )}${isTied ? html`<li>stripes of several colours: the model cannot tell them apart</li>` : NOTHING}<li><svg class="map" aria-hidden="true"><circle class="seen" cx="5.5" cy="5.5" r="3.5"/></svg>measured</li><li><svg class="map" aria-hidden="true"><circle class="unseen" cx="5.5" cy="5.5" r="3.5"/></svg>not measured</li></ul>
${others.length === 0 ? NOTHING : html`<p class="note">Nowhere among the best: ${listed(others)}.</p>`}
<div class="charts">${maps.map((map) => figure(map, view))}</div>
<details><summary>The same as tables</summary>${maps.filter(({ refusal }) => refusal === '').flatMap((map) => mapTables(map).map((table) => adviceTable(table, 'h3')))}</details></section>
`;
}

function figure(map: MapView, { contenders }: DecisionView): Markup {
  const drawn =
    map.refusal === '' ? decisionChart(map, contenders) : html`<p class="note">${prose(map.refusal)}</p>`;
  return html`<figure><figcaption>${map.title}</figcaption>${drawn}</figure>`;
}
