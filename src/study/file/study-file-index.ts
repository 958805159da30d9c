// The weighted index of a study file and its prices, as typed.

import { z } from 'zod';
import { METRICS } from '../../items/metrics.ts';
import { PRICED, type Priced } from '../price.ts';
import type { filterSchema } from './study-file-factors.ts';

export type IndexFile = z.infer<ReturnType<typeof indexSchema>>;

/** So that they can be added up. */
const LARGEST_WEIGHT = 1_000_000;

export function indexSchema(filter: ReturnType<typeof filterSchema>) {
  const weight = z
    .number()
    .min(0)
    .max(LARGEST_WEIGHT)
    .meta({ examples: [40] });
  return z.strictObject({
    weights: z.partialRecord(z.enum(METRICS), weight).meta({
      description: `What counts, and how much: phases of the bill, \`download\` (everything from asking to the last byte, the server’s work in it), \`total\`, or bytes. Weights that add up to neither 1 nor 100 count by their share. Known: ${METRICS.join(', ')}.`,
      examples: [{ encode: 40, download: 20, size: 35, decode: 5 }],
    }),
    baseline: filter.optional().meta({
      description:
        'The cells whose index is 1, each among those that do the same work on the same data. Left out: the baseline of `compare`.',
      examples: [{ format: 'json', compression: 'none' }],
    }),
  });
}

export type PriceFile = z.infer<typeof priceSchema>;

/** Strings, so that what is wrong with one is told in the words that --price has. */
export const priceSchema = z.strictObject({
  egress: rate('egress', 'For what the server sends, by 10^9 bytes.'),
  cpu: rate('cpu', 'For the server’s own work on an answer, by hours of one core.'),
});

function rate(priced: Priced, description: string) {
  return z
    .string()
    .optional()
    .meta({ title: 'an amount with its unit', description, examples: [PRICED[priced].example] });
}
