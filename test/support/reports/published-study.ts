// A made-up study that was published, and a record of it whose truth is known.

import type { StudyResult } from '../../../src/report/results/results.ts';
import { studyHead } from '../../../src/report/results/study-head.ts';
import type { Claim } from '../../../src/study/study.ts';
import { summarise } from '../../../src/summary/summarise.ts';
import { syntheticRecord } from '../records/synthetic.ts';

export const { run, rows, probes } = syntheticRecord();

export const xmlAgainstJson: Omit<Claim, 'id' | 'says' | 'published'> = {
  part: null,
  where: { n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: null,
};
export const ofClaimB = { id: 'B', says: 'XML against JSON' };
export const CLAIMS: readonly Claim[] = [
  { ...xmlAgainstJson, id: 'A', says: 'XML takes three times as long', published: [2.6, 3.2] },
  { ...xmlAgainstJson, of: ofClaimB, id: 'Ba', says: 'XML against JSON: it is slower', published: [1, null] },
  {
    ...xmlAgainstJson,
    of: ofClaimB,
    id: 'Bb',
    says: 'XML against JSON: ten times at 1 000',
    published: [10, 10],
  },
  { ...xmlAgainstJson, id: 'C', says: 'XML is faster', reading: 'by a tenth', published: [null, 0.9] },
  {
    ...xmlAgainstJson,
    id: 'D',
    says: 'XML encodes as fast as JSON',
    metric: ['encode'],
    published: [0.95, 1.05],
  },
  {
    ...xmlAgainstJson,
    id: 'E',
    says: 'On another network',
    where: { network: ['lan'] },
    published: [1, null],
  },
];
export const measuredStudy = {
  ...run.study,
  name: 'made-up',
  source: 'A. Nobody, Three formats, 2016',
  claims: CLAIMS,
};
export const measuredRun = { ...run, study: measuredStudy };
export const MEASURED: StudyResult = {
  head: studyHead(measuredStudy),
  record: { run: measuredRun, summary: summarise(measuredRun, rows, probes) },
  missing: '',
};
