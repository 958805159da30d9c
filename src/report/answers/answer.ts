// What an answer is: a question, and sentences that each say where they hold. Their marks are the same in
// every report, and those of the cells in tables are the same again.

export type SentenceKind = 'decided' | 'tie' | 'within' | 'open' | 'note';

export interface Sentence {
  readonly kind: SentenceKind;
  /** Where it holds, `at 10 objects, on 10mbit`; empty where it holds throughout. */
  readonly where: string;
  readonly text: string;
  /** It rests on fewer than four sessions: more of them may say otherwise. */
  readonly provisional?: boolean;
  /** It says in one what the sentences after it say of each case. */
  readonly sumsUp?: true;
}

export type Mark = SentenceKind | 'provisional';

export const MARKS: Readonly<Record<Mark, string>> = {
  decided: '●',
  tie: '=',
  within: '≈',
  open: '?',
  provisional: '○',
  note: '·',
};

/** What is open stays open; every other provisional answer has a mark of its own, which is no winner's. */
export function markFor(kind: SentenceKind, provisional = false): Mark {
  return provisional && kind !== 'open' && kind !== 'note' ? 'provisional' : kind;
}

export function said(sentence: Sentence): string {
  const { where } = sentence;
  return where === '' ? saidThroughout(sentence) : `${where}, ${saidThroughout(sentence)}`;
}

/** Without where it holds. */
export function saidThroughout({ text, provisional = false }: Sentence): string {
  return provisional ? `${text} (provisional)` : text;
}

export interface Answer {
  readonly question: string;
  /** Title of the part that it is about; empty where the study has one part only. */
  readonly part: string;
  readonly sentences: readonly Sentence[];
}
