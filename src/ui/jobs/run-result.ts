// What a run ends with, whichever verb it is, as the page shows it.

import type { HowToSend } from '../../report/advice/how/how.ts';

export interface RunResult {
  readonly answers: readonly {
    readonly question: string;
    readonly sentences: readonly {
      readonly kind: string;
      readonly text: string;
      readonly provisional: boolean;
    }[];
  }[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
    readonly rows: readonly (readonly string[])[];
    readonly notes: readonly string[];
  }[];
  /** The code that sends it so; empty where nothing was advised. */
  readonly how: readonly HowToSend[];
  readonly status: string;
}
