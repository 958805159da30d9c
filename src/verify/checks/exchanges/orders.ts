// The orders that computations leave, stability included.

import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import {
  anyQuery,
  compressionsOnce,
  counts,
  formatsAndEncoders,
  sortedDatasets,
} from '../../clients/queries.ts';

/** The published models repeat CM2 up to 1000 times, so the longest are asked for few objects. */
const COUNTS: Readonly<Record<CheckContext['mode'], Readonly<Record<string, readonly number[]>>>> = {
  fast: { cm1: [500], cm2: [500], cm3: [100], cm4: [10], cm5: [10] },
  full: { cm1: [1, 10, 1_000], cm2: [1, 10, 1_000], cm3: [1, 10, 1_000], cm4: [1, 10, 100], cm5: [1, 10] },
};

export const orders: Check = {
  name: 'orders',
  must: 'computed orders are those of stable sorts: strings by UTF-16 code unit, numbers by value, false before true',
  needsObjects: true,
  run: async (context) => {
    if (computations(context).length === 0) return { skipped: 'the target does no computation' };
    const findings: string[] = [];
    for (const query of queries(context)) {
      const finding = objectsFinding(context, query, await context.exchange(query));
      if (finding !== null) findings.push(finding);
    }
    return { findings };
  },
};

function computations({ about }: CheckContext): string[] {
  return sortedDatasets(about).length === 0
    ? []
    : about.features.computations.filter((name) => name !== 'none');
}

/** In the fast mode the first format, uncompressed, stands for all. */
function* queries(context: CheckContext) {
  const { about, mode } = context;
  const bodies = formatsAndEncoders(about).flatMap((format) =>
    compressionsOnce(about).map((compressed) => ({ ...format, ...compressed })),
  );
  for (const dataset of sortedDatasets(about)) {
    for (const compute of computations(context)) {
      for (const n of counts(about, COUNTS[mode][compute] ?? [10])) {
        for (const body of mode === 'full' ? bodies : [{}]) {
          yield { ...anyQuery(about, n), ...body, dataset, compute };
        }
      }
    }
  }
}
