// How many timed answers of the counted sessions were compared with the original, all of them right (a wrong
// one voids its session), and what so many may have missed.

import { shareMissed } from '../../plan/blocks/drawn-answers.ts';
import type { SessionFacts } from '../../record/record.ts';

export interface ComparedSummary {
  readonly answers: number;
  /** Up to this share of the answers may have been wrong unseen: 1 − 0.05^(1/answers), at 95 %. */
  readonly shareMissed: number;
}

/** null where no session compared any: records of a wirefare before, agents that do not. */
export function comparedSummary(sessions: readonly SessionFacts[]): ComparedSummary | null {
  const counts = sessions.flatMap(({ compared }) => Object.values(compared ?? {}));
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return answers === 0 ? null : { answers, shareMissed: shareMissed(answers) };
}
