// What a study file may have beside claims: published tables to print ours beside, and the figures by which
// ways are to be told the best of.

import { z } from 'zod';
import { METRICS } from '../../items/metrics.ts';
import { LIMITS } from '../defaults.ts';
import { FIGURES } from '../study-index.ts';
import type { filterSchema } from './study-file-factors.ts';

export type PublishedTableFile = z.infer<ReturnType<typeof publishedTableSchema>>;

const metric = z.enum(METRICS);

export function publishedTableSchema(filter: ReturnType<typeof filterSchema>) {
  return z.strictObject({
    title: z
      .string()
      .min(1)
      .meta({ description: 'Above the table.', examples: ['Bytes of request and answer'] }),
    part: z
      .string()
      .optional()
      .meta({ description: 'Only cells of this part.', examples: ['formats'] }),
    metrics: z
      .array(z.enum(FIGURES))
      .min(1)
      .meta({
        description:
          'What its columns are. Bytes, and the index of the key `index`, stand as they are; times of other machines only over the first row’s.',
        examples: [['request.size', 'size']],
      }),
    rows: z
      .array(
        z.strictObject({
          of: filter.meta({
            description: 'The cells that the figures are of.',
            examples: [{ format: 'json' }],
          }),
          figures: z
            .array(z.number().positive())
            .min(1)
            .meta({ description: 'As published, one for each metric.', examples: [[37, 55]] }),
        }),
      )
      .min(1)
      .max(LIMITS.entries)
      .meta({ description: 'As published.' }),
  });
}

export const indicatorsSchema = z
  .array(metric)
  .min(1)
  .meta({
    description: 'Figures by which the best of each table of cells is told, ties shown as ties.',
    examples: [['size', 'decode', 'total']],
  });
