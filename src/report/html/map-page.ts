// The decision map and the sliders as a page of their own.

import type { MapInput } from '../predicted/map-report.ts';
import { html, prose } from './markup.ts';
import { SCRIPT } from './script.ts';
import { decisionsSection } from './sections/decisions.ts';
import { madeBy, pageOf } from './shell.ts';
import { whatIfSection } from './what-if/section.ts';

export function mapPage({ summary, decisions }: MapInput, sliders: string): string {
  return pageOf({
    title: `${summary.title}, map`,
    mark: `Wirefare · ${summary.study}`,
    heading: summary.title,
    lead: html`<p class="lead">${prose(summary.question)}</p>`,
    main: html`${decisionsSection(summary, decisions)}
${whatIfSection(summary, decisions)}`,
    footer: madeBy(summary),
    scripts: [SCRIPT, sliders],
  });
}
