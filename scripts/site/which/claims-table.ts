// Claims of a published study beside what came out here.

import { count } from '../../../src/base/figures/plurals.ts';
import { between, times } from '../../../src/base/figures/ratios.ts';
import { plain } from '../../../src/report/markdown.ts';
import { claimVerdict, publishedRange } from '../../../src/report/words/published.ts';
import type { ClaimSummary } from '../../../src/summary/claims/claim-summary.ts';
import type { ShippedRecord } from '../records.ts';
import { tableRow } from './level-table.ts';

/** Those with such an id, of which something was measured. */
export function claimsTable({ summary }: ShippedRecord, ids: RegExp): string {
  const claims = summary.claims.filter(({ id, measured }) => ids.test(id) && measured !== null);
  const rows = claims.map((claim) => [
    plain(claim.says),
    publishedRange(claim),
    `**${times(claim.measured!)}** ${claim.interval === null ? '' : between(claim.interval)}`.trim(),
    `${claimVerdict(claim)}${sayPairs(claim)}`,
  ]);
  return [
    'What was published, and what came out in this record, both as ratios of times. [All results](../results/results.md)\nadd what was measured later.',
    '',
    tableRow(['claim', 'published', 'measured', 'verdict']),
    tableRow(['---', '---:', '---:', '---']),
    ...rows.map(tableRow),
  ].join('\n');
}

/** ` on 3 of 4 pairs`, where the record had no time for all. */
function sayPairs({ pairs, pairsWanted }: ClaimSummary): string {
  return pairsWanted === undefined ? '' : ` on ${pairs.length} of ${count(pairsWanted, 'pair')}`;
}
