// Studies that the tests of plans share, and what they are planned with.

import { parseStudy } from '../../../src/study/resolve/load-study.ts';
import type { Study } from '../../../src/study/study.ts';
import { FAKE_VOCABULARY } from './fake-vocabulary.ts';

export const SETTINGS = { noLink: 'no cargo' };

/** The first lines are there; `rest`: factors, and what else the test is about. */
export function study(rest: string): Study {
  return parseStudy(`study: s\ntitle: S\nquestion: Q\n${rest}`, 's.yaml', FAKE_VOCABULARY, 5);
}

export const QUICK = study(
  'factors: {n: [10, 100, 1000], format: [json, xml], compression: [none, gzip]}\nprotocol: {sessions: 6, budget: 42s}',
);

export const CONNECTIONS = study(
  'factors: {n: 10, format: [json, xml], connection: [warm, cold], protocol: [http1, h2], browser: chromium}',
);
