// What the section Ask tells the lab, and what it is told: flags are those of the verbs `sizes`, `advise` and
// `measure`, so that the page knows nothing that the command line does not.

import type { HowToSend } from '../../report/advice/how/how.ts';

export interface AskFacts {
  readonly networks: readonly { readonly name: string; readonly says: string }[];
  readonly formats: readonly string[];
  readonly compressions: readonly string[];
  readonly browsers: readonly string[];
  readonly defaults: Readonly<Record<'network' | 'budget' | 'browser', string>>;
  readonly mostBytes: number;
}

/** Data by the number of an upload, or an address. */
export interface PayloadAsked {
  readonly upload?: number;
  readonly url?: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

/** What `advise` and `measure` end with, as the page shows it. */
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
