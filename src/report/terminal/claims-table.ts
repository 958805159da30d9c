// Published against measured in the terminal, claim by claim. What was not measured as it was published (a
// stand-in, or pairs left out) is marked, and said beneath.

import { listed } from '../../base/figures/plurals.ts';
import type { ClaimSummary, ClaimVerdict } from '../../summary/summary.ts';
import { partition } from '../words/groups.ts';
import { measuredFigures, publishedRange } from '../words/published.ts';
import { type Column, clipped, columnWidths, grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDEST_ID = 12;
/** What a claim says stands beside it where this much room is left, else beneath. */
const NARROWEST_SAYS = 26;
const COLUMNS: readonly Column[] = ['claim', 'published', 'measured', 'verdict'].map((title) => ({
  title,
  align: 'left',
}));

/** Lines without indentation; `width` is what they may take. Empty where the study has no claims. */
export function claimsTable(claims: readonly ClaimSummary[], width: number, paint: Paint): readonly string[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => claimFields(claim, paint));
  const room = width - columnWidths(COLUMNS, rows).reduce((sum, one) => sum + one + 2, 0);
  const table =
    room < NARROWEST_SAYS
      ? withWordsBeneath(grid(COLUMNS, rows, paint.dim), claims, width, paint)
      : grid(
          [...COLUMNS, { title: '', align: 'left' }],
          rows.map((row, i) => [...row, clipped(claims[i]!.says, room)]),
          paint.dim,
        );
  return [...table, ...notes(claims, width)];
}

/** Without them nobody knows what is claimed. */
function withWordsBeneath(
  [head, ...rows]: readonly string[],
  claims: readonly ClaimSummary[],
  width: number,
  paint: Paint,
): readonly string[] {
  const words = (i: number) => wrapped(claims[i]!.says, width, '  ', '  ').map((line) => paint.dim(line));
  return [head!, ...rows.flatMap((row, i) => [row, ...words(i)])];
}

function claimFields(claim: ClaimSummary, paint: Paint): readonly string[] {
  return [
    clipped(claim.id, WIDEST_ID),
    publishedRange(claim),
    measuredFigures(claim)?.join(' ') ?? '–',
    `${painted(claim.verdict, paint)}${isMarked(claim) ? ' *' : ''}`,
  ];
}

function painted(verdict: ClaimVerdict, paint: Paint): string {
  if (verdict === 'replicated') return paint.good(verdict);
  return verdict === 'undecided' ? paint.alert(verdict) : paint.strong(verdict);
}

function isMarked({ measured, note }: ClaimSummary): boolean {
  return measured !== null && note !== '';
}

/** `* measured on network none, which stands in for lan`; which claims, where the notes differ. */
function notes(claims: readonly ClaimSummary[], width: number): readonly string[] {
  const byNote = [...partition(claims.filter(isMarked), ({ note }) => note)];
  return byNote.flatMap(([note, some]) => {
    const whose = byNote.length === 1 ? '' : `${listed(some.map(({ id }) => id))}: `;
    return wrapped(`${whose}${note}`, width, '* ', '  ');
  });
}
