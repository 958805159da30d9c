// "What if?": sliders for bandwidth, round trip and objects, and a bar for each way. Only pages whose script
// runs show it; the map says the same to all others.

import { percent } from '../../../base/figures/numbers.ts';
import { isElsewhere } from '../../../factors/browser.ts';
import type { Decision } from '../../../summary/predicted/decisions.ts';
import type { Summary } from '../../../summary/summary.ts';
import { differingWhere, type PredictedNames, predictedNames, sayRefused } from '../../predicted/names.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import type { WhatIfData } from './data.ts';
import { nearestPlace, nearestStep, SLIDER_STEPS } from './state.ts';

/** A connection at home. */
const FIRST = { mbits: 10, rttMs: 31.6 };

export function whatIfSection(summary: Summary, decisions: readonly Decision[]): Markup {
  const [first] = decisions;
  if (first === undefined) return NOTHING;
  const names = predictedNames(summary);
  const data: WhatIfData = {
    ...FIRST,
    groups: decisions.map(({ ways, maps, whatIf }) => ({
      labels: ways.map((way) => names.label(way)),
      n: maps[0]!.n,
      canMeasure: !isElsewhere(ways[0]!.browser),
      whatIf,
    })),
  };
  const { ns } = first.whatIf;
  const choice =
    decisions.length === 1
      ? NOTHING
      : html`<label class="choice">of <select name="group">${decisions.map(
          ({ ways }, i) => html`<option value="${i}">${differingWhere(ways[0]!, names).join(', ')}</option>`,
        )}</select></label>`;
  return html`<section class="what-if" data-what-if="${JSON.stringify(data)}">
<h2 id="what-if">What if? (predicted)</h2>
<p class="note">Move a slider, also with the arrow keys; the page’s address keeps where they stand. What is wrong about a network is wrong for all ways, so that two may differ although their intervals overlap; the map says which are alike.</p>
<div class="sliders">${choice}${slider('mbits', 'Bandwidth', SLIDER_STEPS, nearestStep(FIRST.mbits))}${slider(
    'rtt',
    'Round trip',
    SLIDER_STEPS,
    nearestStep(FIRST.rttMs),
  )}${slider('n', 'Objects', ns.length - 1, nearestPlace(ns, first.maps[0]!.n))}</div>
<ul class="legend"><li>${swatch('network')}network</li><li>${swatch('client')}server and client</li><li>stroke: ${percent(summary.confidence, 0)} interval</li></ul>
<ul class="bars"></ul>
${decisions.map((decision) => notOfferedNote(decision, names))}</section>`;
}

function notOfferedNote({ ways, notOffered }: Decision, names: PredictedNames): Markup {
  if (notOffered.length === 0) return NOTHING;
  const where = differingWhere(ways[0]!, names).map((each) => `, ${each}`);
  const text = `Not weighed${where.join('')}: ${sayRefused(notOffered, names.label)}.`;
  return html`<p class="note">${prose(text)}</p>`;
}

function slider(name: string, label: string, max: number, value: number): Markup {
  return html`<label><span>${label}</span> <output></output><input type="range" name="${name}" min="0" max="${max}" step="1" value="${value}"></label>`;
}

function swatch(name: string): Markup {
  return html`<svg aria-hidden="true"><rect width="11" height="11" class="${name}"/></svg>`;
}
