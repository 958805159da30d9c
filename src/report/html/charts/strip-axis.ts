// The axis beneath strips of times: the row of their grid that has its figures.

import type { TimeUnit } from '../../../base/figures/times.ts';
import { html, type Markup } from '../markup.ts';
import { place } from './bar.ts';
import type { TimeAxis } from './time-axis.ts';

/** `unit`: null where it goes without saying. */
export function stripAxis({ ticks }: TimeAxis, unit: TimeUnit | null): Markup {
  const marks = ticks.map(({ at, text }) => {
    const x = place(at * 100);
    const anchor = at < 0.04 ? 'start' : at > 0.96 ? 'end' : 'middle';
    return html`<line x1="${x}%" x2="${x}%" y1="0" y2="4"/><text x="${x}%" y="17" text-anchor="${anchor}">${text}</text>`;
  });
  return html`<span class="axis-gap"></span><svg class="axis strip" aria-hidden="true">${marks}</svg><span class="${unit === null ? 'axis-gap' : 'count'}">${unit ?? ''}</span>`;
}
