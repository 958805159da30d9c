// What round-trips.ts leaves in its page for the test to read.

export interface Outcome {
  /** `Book xml/domparser` → the first difference, null where there is none. */
  readonly differences: Readonly<Record<string, string | null>>;
  /** One entry a broken document: what was thrown, null where nothing was. */
  readonly refusals: readonly (string | null)[];
  /** What the DOM decoder of SOAP did other than it must, as lines. */
  readonly soapProblems: readonly string[];
  readonly documents: DocumentsOutcome;
}

/** Of the test documents, with every format that does not refuse them. */
export interface DocumentsOutcome {
  /** `json/JSON.parse` → how many bodies it decoded. */
  readonly decoded: Readonly<Record<string, number>>;
  /** `doubles|cbor|cbor-x → cbor-x: [3]: …`; what was thrown too. */
  readonly problems: readonly string[];
}
