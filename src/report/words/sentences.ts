// The answers as sentences, one question after the other, shared by all reports. A ratio never stands without
// its interval; what ties is called a tie; what was not told apart says how far apart it is at most.

import { grouped } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import type { RunFile } from '../../record/record.ts';
import { decidingTimeMs } from '../../summary/claims/deciding-time.ts';
import type { Summary } from '../../summary/summary.ts';
import { adviceAnswers } from '../advice/sentences.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { besidesTime } from '../answers/besides-time.ts';
import { claimsAnswer, type DecidingMs } from '../answers/claims.ts';
import { comparisonAnswers } from '../answers/compared.ts';
import { bestAnswer } from '../answers/fastest.ts';
import { lowestIndexAnswer } from '../answers/lowest-index.ts';
import { restAnswer } from '../answers/rest.ts';
import { whereTimeGoes } from '../answers/time.ts';
import { clientsAnswers } from '../clients/answers.ts';
import { designAnswers } from '../design/answers.ts';
import { predictedAnswers } from '../predicted/answers.ts';
import { priceAnswers } from '../price/answers.ts';
import { urlWhatIfAnswers } from '../urls/what-if.ts';
import { type StudyChoices, type Tables, tablesOfPart } from './groups.ts';

/** In the order in which every report tells them. */
export function allAnswers(run: RunFile, summary: Summary, tables: Tables): readonly Answer[] {
  return [
    ...urlWhatIfAnswers(summary),
    ...adviceAnswers(run, summary),
    ...lowestIndexAnswer(run, summary),
    ...writeAnswers(summary, run.study, tables, (claim) => decidingTimeMs(run, claim)),
    ...clientsAnswers(summary),
    ...priceAnswers(summary, tables),
    ...designAnswers(run, summary),
    ...predictedAnswers(summary),
    ...restAnswer(run, summary),
  ];
}

export function writeAnswers(
  summary: Summary,
  asked: StudyChoices,
  tables: Tables,
  decidingMs?: DecidingMs,
): readonly Answer[] {
  if (summary.cells.every((cell) => cell.totalMs === null)) {
    return [{ question: 'What came of it?', part: '', sentences: [nothing(summary)] }];
  }
  const parts = [...new Set(tables.tables.map((table) => table.part))];
  const answers = parts.flatMap((part) => {
    const title = parts.length > 1 ? partTitle(part, asked) : '';
    const own = tablesOfPart(tables, part);
    return [
      ...(summary.advice === undefined ? bestAnswer(own, title) : []),
      ...comparisonAnswers(summary, asked, own, title),
      ...whereTimeGoes(own, title),
      ...besidesTime(own, title),
    ];
  });
  return [...claimsAnswer(summary, decidingMs), ...answers];
}

export function partTitle(part: string, asked: StudyChoices): string {
  return asked.parts.find(({ name }) => name === part)?.title ?? part;
}

/** How the run ended, where it did not complete; null where it did. */
export function sayEnding(summary: Summary, reason: string): string | null {
  if (summary.status === 'complete') return null;
  const { complete, planned } = summary.sessions;
  const done = `${grouped(complete)} of ${count(planned, 'session')} complete`;
  const how = {
    running: 'The run is still going on',
    interrupted: 'The run was interrupted',
    failed: 'The run failed',
  };
  // Of whoever stopped it the reason is no more than the status.
  const why = reason === '' || reason === summary.status ? '' : `; ${reason}`;
  return `${how[summary.status]}: ${done}${why}`;
}

function nothing(summary: Summary): Sentence {
  const withReason = summary.cells.filter(({ reason }) => reason !== '');
  const reasons = [...Map.groupBy(withReason, ({ reason }) => reason)]
    .map(([reason, cells]) => [reason, cells.length] as const)
    .toSorted(([, a], [, b]) => b - a)
    // Several reasons read as one unless each says which part of the cells it is about.
    .map(([reason, cells], _, all) => (all.length > 1 ? `${reason} (${count(cells, 'cell')})` : reason));
  const why = reasons.length > 0 ? `: ${reasons.slice(0, 3).join('; ')}` : '';
  return {
    kind: 'open',
    where: '',
    text: `nothing was measured in any of ${count(summary.cells.length, 'cell')}${why}`,
  };
}
