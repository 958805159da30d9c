// What the section Ask tells the lab, and what it is told: flags are those of the verbs `sizes`, `advise` and
// `measure`, so that the page knows nothing that the command line does not.

export interface AskFacts {
  readonly networks: readonly { readonly name: string; readonly says: string }[];
  readonly formats: readonly string[];
  readonly compressions: readonly string[];
  readonly browsers: readonly string[];
  readonly defaults: Readonly<Record<'network' | 'budget' | 'browser', string>>;
  readonly mostBytes: number;
}

/** Data by the id of an upload, or an address. */
export interface PayloadAsked {
  readonly upload?: string;
  readonly url?: string;
  readonly flags: Readonly<Record<string, unknown>>;
}
