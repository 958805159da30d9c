// The link on the page: each network against what was measured of it, every check of its calibration, what
// was left out.

import { groupedUnlessWhole } from '../../../base/figures/numbers.ts';
import type { CalibrationCheck } from '../../../network/link-facts.ts';
import type { RunFile } from '../../../record/record.ts';
import type { Summary } from '../../../summary/summary.ts';
import { networkSection } from '../../words/network-words.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';

export function linkSection(run: RunFile, summary: Summary): Markup {
  const section = networkSection(run, summary);
  if (section === null || run.link === null) return NOTHING;
  const { version, rootless, networks } = run.link;
  return html`<h2 id="network">Network</h2>
<div ${scrolls('Networks')}><table>
<thead><tr><th scope="col">network</th><th scope="col">by</th><th scope="col">measured before use</th><th scope="col">why by this</th></tr></thead>
<tbody>${section.rows.map(
    ({ name, engine, measured }, i) =>
      html`<tr><th scope="row">${name}</th><td>${engine}</td><td>${measured}</td><td>${networks[i]?.why ?? ''}</td></tr>
`,
  )}</tbody></table></div>
<p class="note">${prose([...section.notes, `wirefare-link ${version}${rootless ? ', without root' : ''}`].join(' · '))}</p>
${networks.map(({ profile, checks }) => calibration(profile.name, checks))}`;
}

function calibration(name: string, checks: readonly CalibrationCheck[]): Markup {
  if (checks.length === 0) return NOTHING;
  return html`<details><summary>Calibration of ${name}</summary><div ${scrolls(`Calibration of ${name}`)}><table>
<thead><tr><th scope="col">figure</th><th scope="col" class="num">measured</th><th scope="col" class="num">at least</th><th scope="col" class="num">at most</th><th scope="col">unit</th></tr></thead>
<tbody>${checks.map(
    ({ what, measured, least, most, unit }) =>
      html`<tr><th scope="row">${what}</th><td class="num">${groupedUnlessWhole(measured, 3)}</td><td class="num">${groupedUnlessWhole(least, 3)}</td><td class="num">${groupedUnlessWhole(most, 3)}</td><td>${unit}</td></tr>
`,
  )}</tbody></table></div></details>`;
}
