// The decoded objects of every format against the lab's own, value by value.

import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import { compressionsOnce, counts, formatsAndEncoders, plainQuery } from '../../clients/queries.ts';

const COUNTS = { fast: [1, 1_000], full: [1, 10, 1_000] } as const;

export const objects: Check = {
  name: 'objects',
  must: 'the decoded objects equal the originals: every object, field and value, in order, in every format and encoder',
  needsObjects: true,
  run: async (context) => {
    const findings: string[] = [];
    for (const query of queries(context)) {
      const finding = objectsFinding(context, query, await context.exchange(query));
      if (finding !== null) findings.push(finding);
    }
    return { findings };
  },
};

function* queries({ about, mode }: CheckContext) {
  for (const dataset of about.features.datasets) {
    for (const { format, codec } of formatsAndEncoders(about)) {
      for (const n of counts(about, COUNTS[mode])) {
        for (const compressed of compressionsOnce(about)) {
          yield { ...plainQuery(about, dataset, n, format), codec, ...compressed };
        }
      }
    }
  }
}
