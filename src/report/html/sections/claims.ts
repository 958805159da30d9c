// Published against measured, claim by claim.

import type { ClaimPair, ClaimSummary, ClaimVerdict } from '../../../summary/claims/claim-summary.ts';
import {
  claimMargin,
  claimVerdict,
  isProvisional,
  measuredFigures,
  publishedRange,
} from '../../words/published.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';

const CHIPS: Readonly<Record<ClaimVerdict, string>> = {
  replicated: 'good',
  'not replicated': 'bad',
  opposite: 'turned',
  'in part': 'part',
  open: 'open',
};

export function claimsSection(claims: readonly ClaimSummary[], source: string | null): Markup {
  if (claims.length === 0) return NOTHING;
  return html`<h2 id="claims">Published claims</h2>
${source === null ? NOTHING : html`<p class="note">${source}</p>`}
<p class="note">Ratios and shares, of times unless the claim says of what: only these are compared with the published ones, never times of other machines.</p>
<div class="claims"><table>
<thead><tr><th scope="col">Claim</th><th scope="col" class="says">says</th><th scope="col" class="num">published</th><th scope="col" class="num">measured</th><th scope="col" class="num">margin</th><th scope="col">verdict</th></tr></thead>
<tbody>${claims.map(row)}</tbody></table></div>
${pairs(claims)}`;
}

function row(claim: ClaimSummary): Markup {
  const { id, says, reading, note } = claim;
  const notes = [...(reading === undefined ? [] : [`Read as: ${reading}`]), ...(note === '' ? [] : [note])];
  const chip = chipOf(claim);
  const figures = measuredFigures(claim);
  const figure = figures === null ? html`–` : html`${figures[0]} <span class="iv">${figures[1]}</span>`;
  return html`<tr><th scope="row">${id}</th><td class="says">${prose(says)}${notes.map((text) => html`<div class="note">${prose(text)}</div>`)}</td><td class="num published">${publishedRange(claim)}</td><td class="num measured">${figure}</td><td class="num margin">${claimMargin(claim)}</td><td class="verdict"><span class="chip ${chip}">${claimVerdict(claim)}${isProvisional(claim) ? ', provisional' : ''}</span></td></tr>
`;
}

/** What is predicted has no mark of what was measured. */
function chipOf(claim: ClaimSummary): string {
  if (claim.predictedPairs !== undefined) return 'predicted';
  return isProvisional(claim) ? 'provisional' : CHIPS[claim.verdict];
}

function pairs(claims: readonly ClaimSummary[]): Markup {
  const rows = claims.flatMap((claim) => claim.pairs.map((pair) => ({ claim, pair })));
  if (rows.length === 0) return NOTHING;
  return html`<details><summary>The ${rows.length} pairs of cells behind them</summary><div ${scrolls('Pairs of cells')}><table>
<thead><tr><th scope="col">Claim</th><th scope="col">of</th><th scope="col">over that of</th><th scope="col" class="num">ratio or share</th></tr></thead>
<tbody>${rows.map(({ claim, pair }) => pairRow(claim, pair))}</tbody></table></div></details>`;
}

function pairRow(
  { id, isShare }: ClaimSummary,
  { numerator, denominator, ratio, interval }: ClaimPair,
): Markup {
  const [figure, ends] = measuredFigures({ measured: ratio, interval, ...(isShare && { isShare }) })!;
  return html`<tr><th scope="row">${id}</th><td>${numerator}</td><td>${isShare ? '–' : denominator}</td><td class="num">${figure} <span class="iv">${ends}</span></td></tr>
`;
}
