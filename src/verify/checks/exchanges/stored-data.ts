// A computation works on a copy: the next request without one gets the original order, the next with one gets
// the order that comes from the original.

import type { Check } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import { counts, plainQuery, sortedDatasets } from '../../clients/queries.ts';

export const storedData: Check = {
  name: 'stored-data',
  must: 'a computation leaves the stored data as they were',
  needsObjects: true,
  run: async (context) => {
    const { about } = context;
    const compute = ['cm2', 'cm1'].find((name) => about.features.computations.includes(name));
    if (compute === undefined || sortedDatasets(about).length === 0)
      return { skipped: 'the target does no computation' };
    const n = counts(about, [500])[0] ?? 1;
    const findings: string[] = [];
    for (const dataset of sortedDatasets(about)) {
      const plain = plainQuery(about, dataset, n, Object.keys(about.features.formats)[0] ?? '');
      for (const query of [plain, { ...plain, compute }, plain, { ...plain, n: Math.ceil(n / 2) }]) {
        const finding = objectsFinding(context, query, await context.exchange(query));
        if (finding !== null) findings.push(`after ${compute}: ${finding}`);
      }
    }
    return { findings };
  },
};
