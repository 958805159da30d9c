// What a run ends with, whichever verb it is, as the page shows it.

import type { HowToSend } from '../../report/advice/how/how.ts';
import type { SentenceKind } from '../../report/answers/answer.ts';
import type { ShownTable } from '../shell/table.ts';

export interface RunResult {
  readonly answers: readonly {
    readonly question: string;
    readonly sentences: readonly {
      readonly kind: SentenceKind;
      readonly text: string;
      readonly provisional: boolean;
    }[];
  }[];
  /** What takes all of them back or makes them provisional, and what helps; as at the top of the report. */
  readonly alerts: readonly string[];
  readonly tables: readonly ShownTable[];
  /** What bears on all of it, and what to do about it; no advice: nothing can be done. */
  readonly warnings: readonly { readonly what: string; readonly advice: string }[];
  /** The code that sends it so; empty where nothing was advised. */
  readonly how: readonly HowToSend[];
  readonly status: string;
  /** How the run ended, where it did not complete; null where it did. */
  readonly ending: string | null;
}
