// How many of the published claims held, and which did not.

import type { ClaimSummary, ClaimVerdict, Summary } from '../../summary/summary.ts';
import { count, listed } from '../figures.ts';
import { partition } from '../groups.ts';
import type { Answer, Sentence } from './answer.ts';

const ORDER: readonly ClaimVerdict[] = ['replicated', 'not replicated', 'opposite', 'undecided'];

export function claimsAnswer(summary: Summary): readonly Answer[] {
  const { claims } = summary;
  if (claims.length === 0) return [];
  const byVerdict = partition(claims, ({ verdict }) => verdict);
  const sentences = ORDER.flatMap((verdict) => {
    const some = byVerdict.get(verdict) ?? [];
    return some.length === 0 ? [] : [sentenceOf(verdict, some, claims.length)];
  });
  return [{ question: 'Do the published claims hold?', part: '', sentences }];
}

function sentenceOf(verdict: ClaimVerdict, some: readonly ClaimSummary[], all: number): Sentence {
  const ids = listed(some.map(({ id }) => id));
  const notes = [...new Set(some.map(({ note }) => note).filter((note) => note !== ''))];
  const why = verdict === 'undecided' && notes.length === 1 ? `: ${notes[0]}` : '';
  const kind = verdict === 'undecided' ? 'undecided' : 'decided';
  return { kind, where: '', text: `${some.length} of ${count(all, 'claim')} ${verdict} (${ids})${why}` };
}
