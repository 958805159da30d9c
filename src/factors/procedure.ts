import { AS_IT_STANDS, type Factor, inWords, levelIn, oneOf } from './factor.ts';

/**
 * e1 request, no computation · e2 request, server computes · e3 request, client computes · e4 request with
 * server computation, twice · e5 request once, the client computes, and computes again on the objects that it
 * kept.
 */
export const REQUEST_PROCEDURES = ['e1', 'e2', 'e3', 'e4', 'e5'] as const;
export type Procedure = (typeof REQUEST_PROCEDURES)[number];

/** How often one exchange asks the server, and how often either end computes for it. */
export const DONE_BY: Readonly<Record<Procedure, ProcedureWork>> = {
  e1: { requests: 1, serverComputations: 0, clientComputations: 0 },
  e2: { requests: 1, serverComputations: 1, clientComputations: 0 },
  e3: { requests: 1, serverComputations: 0, clientComputations: 1 },
  e4: { requests: 2, serverComputations: 2, clientComputations: 0 },
  e5: { requests: 1, serverComputations: 0, clientComputations: 2 },
};

export interface ProcedureWork {
  readonly requests: 1 | 2;
  readonly serverComputations: 0 | 1 | 2;
  readonly clientComputations: 0 | 1 | 2;
}

/** The word of a study file that makes a cell a call: the client encodes a request and posts it. */
export const CALL_WORD = 'call';

const PROCEDURE_WORDS: readonly string[] = [...REQUEST_PROCEDURES, CALL_WORD];

export function computes(word: string): boolean {
  return word !== 'e1' && word !== CALL_WORD;
}

const NAMES: Readonly<Record<string, string>> = {
  e1: 'request only',
  e2: 'computing on the server',
  e3: 'computing on the client',
  e4: 'computing on the server, asked twice',
  e5: 'computing on the client, asked once',
  [CALL_WORD]: 'calling',
};

/** What is done with a request's objects, and where. */
export const procedure = {
  ...AS_IT_STANDS,
  ...inWords('for', (word) => NAMES[String(word)] ?? String(word)),
  question: 'Where to compute, and how often to ask?',
  name: 'procedure',
  kinds: ['request'],
  otherKinds: { call: CALL_WORD, sequence: 'e1' },
  role: 'work',
  sharedInTable: [],
  byDefault: { request: 'e1', call: 'e1' },
  unsaidIn: ['request', 'call', 'sequence'],
  comparedByDefault: true,
  inStudyFiles: true,
  parse: (word) => levelIn(REQUEST_PROCEDURES, word),
  spell: (level: Procedure) => level,
  known: () => PROCEDURE_WORDS,
  read: (typed) => oneOf(typed, PROCEDURE_WORDS),
  help: {
    says: () =>
      'e1: request, no computation · e2: the server computes · e3: the client computes · e4: e2 twice · e5: request once, the client computes twice · call: the client encodes a request and posts it, the server decodes it and answers.',
    examples: ['e1', ['e2', 'e3']],
    shape: 'words',
  },
} as const satisfies Factor<'procedure', Procedure>;
