// The answer that a weighted index gives, among the first of a report: what else it says stands beside its
// tables.

import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { sensitivityAnswers } from '../sensitivity/answers.ts';
import { indexViews } from '../tables/index-tables.ts';
import type { Answer } from './answer.ts';

/** Of more groups the tables tell. */
const MOST_GROUPS = 3;

/** Empty where nothing was weighed. */
export function lowestIndexAnswer(run: RunFile, summary: Summary): readonly Answer[] {
  const { index } = summary;
  if (index === undefined || index.groups.length > MOST_GROUPS) return [];
  const views = indexViews(run, summary);
  const isAlone = views.length === 1;
  const sentences = views.map(({ group, title, nameOf }) => {
    const [first] = sensitivityAnswers(group, index, nameOf);
    return { ...first!.sentences[0]!, where: isAlone ? '' : title };
  });
  return [{ question: 'Whose index is the lowest?', part: '', sentences }];
}
