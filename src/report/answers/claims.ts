// How many of the published claims held, and which did not.

import { count, listed } from '../../base/figures/plurals.ts';
import type { ClaimSummary, ClaimVerdict, Summary } from '../../summary/summary.ts';
import { partition } from '../words/groups.ts';
import type { Answer, Sentence } from './answer.ts';

const ORDER: readonly ClaimVerdict[] = ['replicated', 'not replicated', 'opposite', 'undecided'];

/** More different notes than this are not told one by one. */
const MOST_NOTES = 3;

export function claimsAnswer(summary: Summary): readonly Answer[] {
  const { claims } = summary;
  if (claims.length === 0) return [];
  const byVerdict = partition(claims, ({ verdict }) => verdict);
  const sentences = ORDER.flatMap((verdict) =>
    verdictSentences(verdict, byVerdict.get(verdict) ?? [], claims.length),
  );
  return [{ question: 'Do the published claims hold?', part: '', sentences }];
}

/** Claims of one verdict, those with the same note together: what stood in, or why nothing was measured. */
function verdictSentences(
  verdict: ClaimVerdict,
  some: readonly ClaimSummary[],
  all: number,
): readonly Sentence[] {
  if (some.length === 0) return [];
  const kind = verdict === 'undecided' ? 'undecided' : 'decided';
  const sentence = (about: readonly ClaimSummary[], why: string): Sentence => {
    const ids = listed(about.map(({ id }) => id));
    return {
      kind,
      where: '',
      text: `${about.length} of ${count(all, 'claim')} ${verdict} (${ids})${why === '' ? '' : `: ${why}`}`,
    };
  };
  const byNote = [...partition(some, ({ note }) => note)];
  if (byNote.length <= MOST_NOTES) return byNote.map(([note, same]) => sentence(same, note));
  const partly = some.filter(({ measured, note }) => measured !== null && note !== '');
  return [
    sentence(some, partly.length === 0 ? '' : `${listed(partly.map(({ id }) => id))} not as published`),
  ];
}
