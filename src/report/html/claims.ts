// Published against measured, claim by claim.

import type { ClaimPair, ClaimSummary, ClaimVerdict } from '../../summary/summary.ts';
import { between, times } from '../figures.ts';
import { publishedRange } from '../published.ts';
import { html, type Markup, NOTHING, prose } from './markup.ts';

const CHIPS: Readonly<Record<ClaimVerdict, string>> = {
  replicated: 'good',
  'not replicated': 'bad',
  opposite: 'turned',
  undecided: 'open',
};

export function claimsSection(claims: readonly ClaimSummary[], source: string | null): Markup {
  if (claims.length === 0) return NOTHING;
  return html`<h2 id="claims">Published claims</h2>
${source === null ? NOTHING : html`<p class="note">${source}</p>`}
<p class="note">Ratios, of times unless the claim says of what: only these are compared with the published ones, never times of other machines.</p>
<div class="claims"><table>
<thead><tr><th scope="col">Claim</th><th scope="col" class="says">says</th><th scope="col" class="num">published</th><th scope="col" class="num">measured</th><th scope="col">verdict</th></tr></thead>
<tbody>${claims.map(row)}</tbody></table></div>
${pairs(claims)}`;
}

function row({ id, says, published, measured, interval, verdict, note }: ClaimSummary): Markup {
  const figure =
    measured === null || interval === null
      ? html`–`
      : html`${times(measured)} <span class="iv">${between(interval)}</span>`;
  return html`<tr><th scope="row">${id}</th><td class="says">${prose(says)}${note === '' ? NOTHING : html`<div class="note">${prose(note)}</div>`}</td><td class="num published">${publishedRange(published)}</td><td class="num measured">${figure}</td><td class="verdict"><span class="chip ${CHIPS[verdict]}">${verdict}</span></td></tr>
`;
}

function pairs(claims: readonly ClaimSummary[]): Markup {
  const rows = claims.flatMap((claim) => claim.pairs.map((pair) => ({ id: claim.id, pair })));
  if (rows.length === 0) return NOTHING;
  return html`<details><summary>The ${rows.length} pairs of cells behind them</summary><div class="scroll"><table>
<thead><tr><th scope="col">Claim</th><th scope="col">time of</th><th scope="col">over that of</th><th scope="col" class="num">ratio</th></tr></thead>
<tbody>${rows.map(({ id, pair }) => pairRow(id, pair))}</tbody></table></div></details>`;
}

function pairRow(id: string, { numerator, denominator, ratio, interval }: ClaimPair): Markup {
  return html`<tr><th scope="row">${id}</th><td>${numerator}</td><td>${denominator}</td><td class="num">${times(ratio)} <span class="iv">${between(interval)}</span></td></tr>
`;
}
