// What an answer is: a question, and sentences that each say where they hold.

export type SentenceKind = 'decided' | 'tie' | 'undecided' | 'note';

export interface Sentence {
  readonly kind: SentenceKind;
  /** Where it holds, `at 10 objects, on 10mbit`; empty where it holds throughout. */
  readonly where: string;
  readonly text: string;
}

export function said({ where, text }: Sentence): string {
  return where === '' ? text : `${where}, ${text}`;
}

export interface Answer {
  readonly question: string;
  /** Title of the part that it is about; empty where the study has one part only. */
  readonly part: string;
  readonly sentences: readonly Sentence[];
}
