// Published against measured in the terminal, claim by claim. What was not measured as it was published (a
// stand-in, or pairs left out) is marked, and said beneath; claims of which nothing was measured are one
// line.

import { listed } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import type { RunFile } from '../../record/record.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { decidingTimeMs } from '../../summary/claims/deciding-time.ts';
import { MARKS } from '../answers/answer.ts';
import { partition } from '../words/groups.ts';
import {
  claimMargin,
  claimVerdict,
  isProvisional,
  measuredFigures,
  publishedRange,
} from '../words/published.ts';
import { type Column, clipped, columnWidths, grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDEST_ID = 12;
/** What a claim says stands beside it where this much room is left, else beneath. */
const NARROWEST_SAYS = 26;
const MARGIN_AT = 3;
const COLUMNS: readonly Column[] = ['claim', 'published', 'measured', 'margin', 'verdict'].map((title) => ({
  title,
  align: 'left',
}));

/** Lines without indentation; `width` is what they may take. Empty where the study has no claims. */
export function claimsTable(
  run: RunFile,
  all: readonly ClaimSummary[],
  width: number,
  paint: Paint,
): readonly string[] {
  const claims = all.filter(({ measured }) => measured !== null);
  const others = all.filter(({ measured }) => measured === null).map(({ id }) => id);
  return [
    ...(claims.length === 0 ? [] : measuredTable(claims, width, paint)),
    ...sayDeciding(run, claims).flatMap((line) => wrapped(line, width, '', '  ')),
    ...(others.length === 0 ? [] : wrapped(`not measured: ${listed(others)}`, width, '', '  ')),
  ];
}

/** What open ones would take. */
function sayDeciding(run: RunFile, claims: readonly ClaimSummary[]): readonly string[] {
  const times = claims.flatMap((claim) => {
    const ms = claim.verdict === 'open' ? decidingTimeMs(run, claim) : null;
    return ms === null ? [] : [`${claim.id} about ${sayRoughly(ms)} more`];
  });
  return times.length === 0 ? [] : [`deciding takes: ${times.join(', ')} (--resume with --budget)`];
}

function measuredTable(claims: readonly ClaimSummary[], width: number, paint: Paint): readonly string[] {
  const rows = claims.map((claim) => claimFields(claim, paint));
  const room = width - columnWidths(COLUMNS, rows).reduce((sum, one) => sum + one + 2, 0);
  const table =
    room < NARROWEST_SAYS
      ? withWordsBeneath(claims, rows, room + 2 >= 0, width, paint)
      : grid(
          [...COLUMNS, { title: '', align: 'left' }],
          rows.map((row, i) => [...row, clipped(claims[i]!.says, room)]),
          paint.dim,
        );
  return [...table, ...notes(claims, width)];
}

/** Without the words nobody knows what is claimed; the margin joins them where it has no room beside. */
function withWordsBeneath(
  claims: readonly ClaimSummary[],
  rows: readonly (readonly string[])[],
  isMarginBeside: boolean,
  width: number,
  paint: Paint,
): readonly string[] {
  const shown = <T>(fields: readonly T[]) => (isMarginBeside ? fields : fields.toSpliced(MARGIN_AT, 1));
  const [head, ...lines] = grid(shown(COLUMNS), rows.map(shown), paint.dim);
  const words = (claim: ClaimSummary) => {
    const text = isMarginBeside ? claim.says : `${claim.says} (margin ${claimMargin(claim)})`;
    return wrapped(text, width, '  ', '  ').map((line) => paint.dim(line));
  };
  return [head!, ...lines.flatMap((line, i) => [line, ...words(claims[i]!)])];
}

function claimFields(claim: ClaimSummary, paint: Paint): readonly string[] {
  return [
    clipped(claim.id, WIDEST_ID),
    publishedRange(claim),
    measuredFigures(claim)?.join(' ') ?? '–',
    claimMargin(claim),
    `${painted(claim, paint)}${isMarked(claim) ? ' *' : ''}`,
  ];
}

function painted(claim: ClaimSummary, paint: Paint): string {
  const words = claimVerdict(claim);
  if (isProvisional(claim)) return paint.alert(`${MARKS.provisional} ${words}`);
  if (claim.verdict === 'open') return paint.alert(words);
  if (claim.predictedPairs !== undefined) return words;
  return claim.verdict === 'replicated' ? paint.good(words) : paint.strong(words);
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
